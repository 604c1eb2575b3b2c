/** Drawn on a 24 × 24 grid as strokes, so that one weight and one corner run through every screen. */
export const iconPaths = {
  home: 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  car: 'M3.5 15.5v-2.2c0-.7.4-1.3 1-1.6l1.6-.7 1.7-3.6A2.5 2.5 0 0 1 10 6h4a2.5 2.5 0 0 1 2.2 1.4L18 11l1.5.7c.6.3 1 .9 1 1.6v2.2a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1zM6.5 16.5V18M17.5 16.5V18M6.2 11h11.6M7 13.7h.01M17 13.7h.01',
  tag: 'M4 12.6V5a1 1 0 0 1 1-1h7.6l7.1 7.1a1.5 1.5 0 0 1 0 2.1l-6.5 6.5a1.5 1.5 0 0 1-2.1 0zM8.2 8.2h.01',
  gift: 'M4.5 11.5V19a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-7.5M3.5 8h17v3.5h-17zM12 8v12M12 8S10.5 4 8.2 4a2 2 0 0 0 0 4zM12 8s1.5-4 3.8-4a2 2 0 0 1 0 4z',
  pin: 'M12 21s7-6.2 7-11.3A7 7 0 0 0 5 9.7C5 14.8 12 21 12 21zM12 12a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z',
  bolt: 'M13 3.5 5.5 13.5H11l-.8 7 7.8-10.5h-5.5z',
  cart: 'M3 4.5h2.2l2 10.2a1 1 0 0 0 1 .8h8.9a1 1 0 0 0 1-.8L19.6 8H6M9.5 19.5h.01M16.5 19.5h.01',
  wallet:
    'M4 7.5A1.5 1.5 0 0 1 5.5 6h13A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5zM4 10h16M15.5 14h1.5',
  user: 'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM4.8 20c.6-3.6 3.5-5.5 7.2-5.5s6.6 1.9 7.2 5.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1h-14zM10.2 20a2 2 0 0 0 3.6 0',
  back: 'M14.5 6 8.5 12l6 6',
  next: 'M9.5 6l6 6-6 6',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  check: 'm5 12.8 4.4 4.4L19 7.6',
  drop: 'M12 4s6 6.3 6 10.3a6 6 0 0 1-12 0C6 10.3 12 4 12 4z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z',
  eye: 'M2.8 12S6 6 12 6s9.2 6 9.2 6-3.2 6-9.2 6-9.2-6-9.2-6zM12 14.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4z',
  eyeOff:
    'M4 4l16 16M9.9 6.3A9 9 0 0 1 12 6c6 0 9.2 6 9.2 6a15 15 0 0 1-2.7 3.3M6.5 7.7A14.8 14.8 0 0 0 2.8 12S6 18 12 18c1.6 0 3-.4 4.2-1M10 10.2a2.7 2.7 0 0 0 3.8 3.8',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  search: 'M10.8 17.1a6.3 6.3 0 1 0 0-12.6 6.3 6.3 0 0 0 0 12.6zM15.4 15.4l4.6 4.6',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4l2.3 2.2M19.5 4.5v4.3h-4.3',
  trash: 'M5 7h14M9.5 7V5h5v2M7 7l.8 12a1 1 0 0 0 1 1h6.4a1 1 0 0 0 1-1L17 7M10.5 10.5v6M13.5 10.5v6',
  phone:
    'M6 4h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A16 16 0 0 1 4.5 5.6 1.5 1.5 0 0 1 6 4z',
  mail: 'M4 7a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4.5 7l7.5 6 7.5-6',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2',
  help: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.8 9.8A2.3 2.3 0 0 1 12 8c1.3 0 2.300.8 2.3 2s-1 1.7-1.7 2.2c-.4.3-.6.6-.6 1.1M12 16h.01',
  logOut: 'M14 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h8M10.5 12H20M17 9l3 3-3 3',
  logIn: 'M10 5h8a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-8M4 12h9.5M10.5 9l3 3-3 3',
  receipt: 'M6 3.5h12V20.5l-2.4-1.5-1.8 1.5L12 19l-1.8 1.5L8.4 19 6 20.5zM9 8h6M9 11.5h6M9 15h3',
  card: 'M3.5 7A1.5 1.5 0 0 1 5 5.5h14A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17zM3.5 10h17M7 15h3',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM9 12l2.2 2.2L15.2 10',
  star: 'm12 4 2.4 5 5.600.8-4 3.900.9 5.5L12 16.6l-4.9 2.600.9-5.5-4-3.9 5.6-.8z',
  sparkle: 'M12 4c.6 4.8 3.2 7.4 8 8-4.800.6-7.4 3.2-8 8-.6-4.8-3.2-7.4-8-8 4.8-.6 7.4-3.2 8-8z',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5z',
  calendar:
    'M4.5 7a1 1 0 0 1 1-1h13a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM4.5 10.5h15M8.5 4v3.5M15.5 4v3.5',
  users:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19c.4-3 2.8-4.8 6-4.8s5.6 1.8 6 4.8M15.5 5.5a3.2 3.2 0 0 1 0 5.9M17.5 14.6c2 .6 3.2 2.2 3.5 4.4',
  bag: 'M5.5 8h13l.8 11a1 1 0 0 1-1 1H5.7a1 1 0 0 1-1-1zM9 10.5V7a3 3 0 0 1 6 0v3.5',
  alert: 'M12 4 3.5 19h17zM12 10v4.5M12 17h.01',
  wind: 'M3.5 9.5h9a2.5 2.5 0 1 0-2.3-3.5M3.5 13h14a2.7 2.7 0 1 1-2.5 3.7M3.5 16.5H10',
  dollarSign:
    'M12 3.5v17M16 7.7C15.3 6.4 13.8 5.6 12 5.6c-2.3 0-4 1.2-4 3.1 0 4.3 8.2 2.3 8.2 6.6 0 1.9-1.8 3.1-4.2 3.1-2 0-3.6-.9-4.3-2.2',
  award: 'M12 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8.5 13.3 7.3 20.5 12 18l4.7 2.5-1.2-7.2',
} as const;

export type IconName = keyof typeof iconPaths;

const aliases: Record<string, IconName> = {
  ticket: 'tag',
  promo: 'tag',
  percent: 'tag',
  discount: 'tag',
  dollarsign: 'dollarSign',
  friend: 'gift',
  invite: 'gift',
  referral: 'gift',
  map: 'pin',
  location: 'pin',
  'map-pin': 'pin',
  airpay: 'bolt',
  lightning: 'bolt',
  zap: 'bolt',
  wash: 'car',
  shop: 'cart',
  'shopping-cart': 'cart',
  account: 'user',
  club: 'calendar',
  support: 'help',
  heart: 'star',
};

/** The icon that a merchant's config names; an unknown name still gets one. */
export function iconFor(name: string): IconName {
  const plain = name.trim().toLowerCase();
  if (plain in iconPaths) return plain as IconName;
  return aliases[plain] ?? 'drop';
}
