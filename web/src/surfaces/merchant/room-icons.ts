import { iconPaths } from '@/shared/ui/icon-paths';

const { bag, bell, calendar, card, clock, eye, pin, receipt, shield, tag, users, wallet } = iconPaths;

/** Sliders icon. */
const settings =
  'M4 7.5h8.5M16.5 7.5H20M14.5 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 16.5h3.5M11.5 16.5H20M9.5 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z';

/** Menu icons. Icons that shoppers don't see are defined here, so that shoppers don't load them. */
export const roomIcons = {
  home: 'M4 5h7v6H4zM13 5h7v4h-7zM4 13h7v6H4zM13 11h7v8h-7z',
  waiting: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  reports: 'M4 20V4M4 20h16M8 16v-4M12.5 16V8M17 16v-6',
  orders: receipt,
  customers: users,
  clubs: calendar,
  giftCards: wallet,
  messages: bell,
  products: bag,
  discounts: tag,
  terminals: card,
  locations: pin,
  appearance: eye,
  settings,
  siteAdmin: 'M4 9.500 5.500 5h13L20 9.500M5 9.500V19h14V9.500M4 9.500h16M12 12v4.500M9.750 14.250h4.500',
  people: users,
  audit: clock,
  security: shield,
} as const satisfies Record<string, string>;
