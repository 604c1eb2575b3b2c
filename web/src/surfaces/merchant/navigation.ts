import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '@/features/identity/api/account';
import { grantedQuery } from '@/features/sites/api/granted';
import { useSession } from '@/shared/api/session';
import type { Role } from '@/shared/api/types';
import type { Page } from '@/shared/surface/pages';
import { isAtLeast } from './roles';
import { roomIcons } from './room-icons';
import { addressOf, pages } from './table';

/** Pages in the menu. */
type Room = keyof typeof roomIcons;

type Group = { title: () => string; rooms: Room[] };

/** Menu with related pages grouped. */
const menu: Group[] = [
  { title: () => i18n._('Business'), rooms: ['home', 'waiting', 'orders', 'reports'] },
  { title: () => i18n._('Customers'), rooms: ['customers', 'clubs', 'giftCards', 'messages'] },
  { title: () => i18n._('Catalog'), rooms: ['products', 'discounts', 'locations'] },
  { title: () => i18n._('Site'), rooms: ['appearance', 'settings', 'terminals', 'siteAdmin'] },
  { title: () => i18n._('Administration'), rooms: ['people', 'audit', 'security'] },
];

export type Place = { room: Room; to: string; label: string; icon: string };

export type Places = { title: string; places: Place[] };

/** Data about the logged-in person. */
type Known = {
  role: Role;
  /** Whether an account was granted to them. */
  hasGrant: boolean;
};

function mayOpen({ role, hasGrant }: Known, room: Room): boolean {
  if (room === 'siteAdmin' && !hasGrant) return false;
  // Roles without reports start with orders.
  if (room === 'home') return isAtLeast(role, 'manager');
  const { access }: Page = pages[room];
  return typeof access === 'object' && 'from' in access && isAtLeast(role, access.from);
}

/** Pages a person may open, by group, in menu order. */
function placesOf(known: Known): Places[] {
  return menu
    .map(({ title, rooms }) => ({
      title: title(),
      places: rooms
        .filter((room) => mayOpen(known, room))
        .map((room) => ({ room, to: addressOf(room), label: pages[room].title(), icon: roomIcons[room] })),
    }))
    .filter(({ places }) => places.length > 0);
}

/** Pages the logged-in person may open. */
export function usePlaces(): Places[] {
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  const role = data?.role ?? 'customer';
  const { data: granted = [] } = useQuery({ ...grantedQuery(), enabled: isAtLeast(role, 'manager') });
  return placesOf({ role, hasGrant: granted.length > 0 });
}
