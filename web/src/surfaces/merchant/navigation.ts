import { i18n } from '@lingui/core';
import type { Role } from '@/shared/api/types';
import type { Page } from '@/shared/surface/pages';
import { isAtLeast } from './roles';
import { roomIcons } from './room-icons';
import { addressOf, pages } from './table';

/** Those of the pages that the menu leads to. */
type Room = keyof typeof roomIcons;

type Group = { title: () => string; rooms: Room[] };

/** The menu: what one room is about lies beside what belongs to it. */
const menu: Group[] = [
  { title: () => i18n._('Business'), rooms: ['home', 'waiting', 'orders', 'reports'] },
  { title: () => i18n._('Customers'), rooms: ['customers', 'clubs', 'giftCards', 'messages'] },
  { title: () => i18n._('Catalogue'), rooms: ['products', 'deals', 'promoCodes', 'locations'] },
  { title: () => i18n._('Site'), rooms: ['appearance', 'settings', 'terminals'] },
  { title: () => i18n._('Team'), rooms: ['people', 'audit', 'security'] },
];

export type Place = { room: Room; to: string; label: string; icon: string };

export type Places = { title: string; places: Place[] };

function mayOpen(role: Role, room: Room): boolean {
  // Whoever reads no reports begins with the orders.
  if (room === 'home') return isAtLeast(role, 'manager');
  const { access }: Page = pages[room];
  return typeof access === 'object' && 'from' in access && isAtLeast(role, access.from);
}

/** The rooms that a role may open, by group, in the order of the menu. */
export function placesOf(role: Role): Places[] {
  return menu
    .map(({ title, rooms }) => ({
      title: title(),
      places: rooms
        .filter((room) => mayOpen(role, room))
        .map((room) => ({ room, to: addressOf(room), label: pages[room].title(), icon: roomIcons[room] })),
    }))
    .filter(({ places }) => places.length > 0);
}
