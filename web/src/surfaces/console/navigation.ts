import { i18n } from '@lingui/core';
import type { Places } from '@/shared/office/side-nav';
import { iconPaths } from '@/shared/ui/icon-paths';
import { addressOf, type PageName, pages } from './table';

/** Menu icons. */
const icons = {
  sites: iconPaths.home,
  accounts: iconPaths.bag,
  versions: 'M4 8h11M4 16h11M17 5l3 3-3 3M17 13l3 3-3 3',
  builds: 'M12 3.5 20 8v8l-8 4.500L4 16V8zM4 8l8 4.500L20 8M12 12.500V20.500',
  rollouts: 'M4 18h4v-4h4v-4h4V6h4',
  staff: iconPaths.users,
  audit: iconPaths.clock,
  me: iconPaths.user,
} as const satisfies Partial<Record<PageName, string>>;

type Room = keyof typeof icons;

const menu: { title: () => string; rooms: Room[] }[] = [
  { title: () => i18n._('Merchants'), rooms: ['sites', 'accounts'] },
  { title: () => i18n._('Platform'), rooms: ['versions', 'builds', 'rollouts'] },
  { title: () => i18n._('Team'), rooms: ['staff', 'audit', 'me'] },
];

/** Menu pages by group, in order. Everyone may view each of them. */
export function placesOf(): Places[] {
  return menu.map(({ title, rooms }) => ({
    title: title(),
    places: rooms.map((room) => ({ to: addressOf(room), label: pages[room].title(), icon: icons[room] })),
  }));
}
