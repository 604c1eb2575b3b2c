import { iconPaths } from '@/shared/ui/icon-paths';

const { bag, bell, calendar, card, clock, eye, gift, pin, receipt, shield, tag, users, wallet } = iconPaths;

/** Sliders. */
const settings =
  'M4 7.5h8.5M16.5 7.5H20M14.5 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 16.5h3.5M11.5 16.5H20M9.5 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z';

/** What stands before a room in the menu. Drawings that no shopper sees are written here, where they cost no shopper anything. */
export const roomIcons = {
  orders: receipt,
  customers: users,
  clubs: calendar,
  giftCards: wallet,
  messages: bell,
  products: bag,
  deals: gift,
  promoCodes: tag,
  terminals: card,
  locations: pin,
  appearance: eye,
  settings,
  people: users,
  audit: clock,
  security: shield,
} as const satisfies Record<string, string>;
