import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { WholeConfig } from '@/features/site/api/site-config';
import { configSchema, sendable, tidied } from './config-schema';

const theme = { modal: {}, button: {}, input: {}, mobile: { homeCards: [], loyaltyCard: {} } };

function config(changed: object = {}): WholeConfig {
  const whole = {
    revision: 4,
    timeStamp: '2026-11-20T12:00:00Z',
    tones: {},
    companyName: 'Sparkle',
    cardName: 'Card',
    menuItems: [{ tag: '_SHOP', label: 'Shop', href: 'shop' }],
    shopItems: [],
    appStore: { apple: '', google: '' },
    navWords: {},
    carousel: [],
    homeCards: [{ icon: 'home', text: 'New Card', to: '' }],
    brand: { primary: '#0b7a75', accent: '#ffc145' },
    themes: { light: theme, dark: theme },
    ofTheFuture: { kept: true },
  };
  return { ...whole, ...changed } as unknown as WholeConfig;
}

/** The third card has a color and the others don't. */
function withHoles() {
  const homeCards: object[] = [];
  homeCards[2] = { card: '#ff0000', icon: '' };
  return config({ themes: { light: { ...theme, mobile: { homeCards, loyaltyCard: {} } }, dark: theme } });
}

it("accepts a card's color after cards without one", () => {
  const wanted = withHoles();
  // Cards need a link.
  wanted.homeCards = [];
  expect(v.safeParse(configSchema(), wanted).success).toBe(true);
  expect(sendable(wanted).themes.light.mobile.homeCards).toEqual([{}, {}, { card: '#ff0000' }]);
});

it('previews a draft as published', () => {
  const draft = tidied(withHoles());
  expect(draft.themes.light.mobile.homeCards[0]).toEqual({});
  expect(draft.menuItems[0]?.href).toBe('/shop');
  expect(draft.timeStamp).not.toBe('');
});

it('keeps unknown fields and omits derived ones', () => {
  expect(sendable(config())).toMatchObject({ ofTheFuture: { kept: true }, revision: 4 });
  expect(sendable(config())).not.toHaveProperty('tones');
  expect(sendable(config())).not.toHaveProperty('timeStamp');
});

it.each([
  ['apps.apple.com/app/id1', false],
  ['http://apps.apple.com/app/id1', false],
  ['https://', false],
  ['https://apps.apple.com/app/id 1', false],
  [' https://apps.apple.com/app/id1 ', true],
  ['', true],
])('accepts %j as an app store link: %j', (apple, is) => {
  const wanted = { ...config({ appStore: { apple, google: '' } }), homeCards: [] };
  expect(v.safeParse(configSchema(), wanted).success).toBe(is);
});

it('keeps names of the app menu, and the default for blank ones', () => {
  const navWords = { wallet: '', airPay: 'FastPay', ofTheFuture: 'x'.repeat(90) };
  const wanted = { ...config({ navWords }), homeCards: [] };
  expect(v.safeParse(configSchema(), wanted).success).toBe(true);
  expect(sendable(wanted).navWords).toEqual({ airPay: 'FastPay', ofTheFuture: navWords.ofTheFuture });
  const long = { ...wanted, navWords: { wallet: 'x'.repeat(41) } };
  expect(v.safeParse(configSchema(), long).success).toBe(false);
});
