import { iconPaths } from '@/shared/ui/icon-paths';

const { receipt, calendar, gift, tag, card, pin, eye } = iconPaths;

/** What stands before a room in the menu. Drawings that no shopper sees are written here, where they cost no shopper anything. */
export const roomIcons = {
  orders: receipt,
  clubs: calendar,
  deals: gift,
  promoCodes: tag,
  terminals: card,
  locations: pin,
  appearance: eye,
} as const satisfies Record<string, string>;
