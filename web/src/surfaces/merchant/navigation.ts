import type { Role } from '@/shared/api/types';
import type { Page } from '@/shared/surface/pages';
import type { IconName } from '@/shared/ui/icon-paths';
import { isAtLeast } from './roles';
import { addressOf, pages } from './table';

/** Those of the pages that the menu leads to. */
type Room = 'orders' | 'clubs' | 'deals' | 'promoCodes' | 'terminals' | 'locations' | 'appearance';

const icons: Record<Room, IconName> = {
  orders: 'receipt',
  clubs: 'calendar',
  deals: 'gift',
  promoCodes: 'tag',
  terminals: 'card',
  locations: 'pin',
  appearance: 'eye',
};

export type Place = { to: string; label: string; icon: IconName };

/** The rooms that a role may open, in the order of the menu. */
export function placesOf(role: Role): Place[] {
  const rooms = Object.keys(icons) as Room[];
  return rooms
    .filter((room) => {
      const { access }: Page = pages[room];
      return typeof access === 'object' && isAtLeast(role, access.from);
    })
    .map((room) => ({ to: addressOf(room), label: pages[room].title(), icon: icons[room] }));
}
