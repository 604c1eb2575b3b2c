import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { configuredPaths, isDisabled, isOffered, menuLinks, tagTarget } from './offer';

const shopItems = [
  { tag: '_WASHES', label: 'Washes', href: '/shop/washes' },
  { tag: '_CARDS', label: 'Cards', href: '/shop/giftCards' },
];

it('offers existing pages regardless of case', () => {
  expect(isOffered('/FINDUS')).toBe(true);
  expect(isOffered('/washes?location=2')).toBe(true);
  expect(isOffered('/AIRPAY')).toBe(true);
  expect(isOffered('/valet')).toBe(false);
});

it('offers the page of each home card that a new site starts with', () => {
  const templates = '../control-plane/templates';
  const files = readdirSync(templates).filter((name) => name.endsWith('.json') && name !== 'words.json');
  const cards = files.flatMap((name): { to: string }[] => {
    const { homeCards } = JSON.parse(readFileSync(join(templates, name), 'utf8'));
    return homeCards ?? [];
  });
  expect(cards.length).toBeGreaterThan(files.length);
  expect(cards.filter(({ to }) => !isOffered(to))).toEqual([]);
});

it('hides disabled pages', () => {
  openSite({ disabledRoutes: ['washes'] });
  expect(isDisabled('/Washes')).toBe(true);
  expect(isOffered('/washes')).toBe(false);
});

it.each([
  ['washes', '/shop/washes'],
  ['shop/washClubs', '/washClub'],
  ['giftCards', '/shop/giftCards'],
  ['locations', '/findUs'],
  ['wallet', '/wallet/a1'],
  ['Support', '/about'],
  ['locations', '/where'],
  ['findUs', '/where'],
  // By any name, including the merchant's.
  ['about', '/Support'],
  ['where', '/findUs'],
  ['shop', '/store/bundles'],
  ['store', '/shop/washes'],
])('with %s off, %s is closed too', (route, path) => {
  const menuItems = [
    { tag: '_ABOUT', label: 'Crew', href: 'about' },
    { tag: '_LOCATIONS', label: 'Where', href: '/where' },
    { tag: '_SHOP', label: 'Store', href: '/store' },
  ];
  openSite({ menuItems });
  expect(isDisabled(path)).toBe(false);
  openSite({ menuItems, disabledRoutes: [route] });
  expect(isDisabled(path)).toBe(true);
  expect(menuLinks().map((link) => link.to)).not.toContain(path);
});

it('disables only the selected pages', () => {
  openSite({ disabledRoutes: ['shop', 'wash'] });
  expect(isDisabled('/shop/washes')).toBe(true);
  expect(isDisabled('/washes')).toBe(false);
  expect(isDisabled('/')).toBe(false);
});

it("keeps a merchant's own path as an alias", () => {
  openSite({ menuItems: [{ tag: '_ABOUT', label: 'Crew', href: 'about' }] });
  expect(configuredPaths()).toEqual([{ path: '/about', name: 'support', standsFor: '/Support' }]);
  expect(menuLinks()).toContainEqual({ label: 'Crew', to: '/about' });
});

it('re-inserts menu entries that an old config lacks', () => {
  openSite({ menuItems: [] });
  expect(menuLinks().map((link) => link.to)).toEqual(['/', '/shop', '/locations', '/Support']);
});

it('links a slide to an existing page only', () => {
  openSite({ shopItems, disabledRoutes: ['shop/merch'] });
  expect(tagTarget('_SHOP', '_WASHES')).toBe('/shop/washes');
  expect(tagTarget('_SHOP', '_CARDS')).toBe('/shop/giftCards');
  expect(tagTarget('_SHOP', '_MERCH')).toBeNull();
  expect(tagTarget('_SHOP', '_CATERING')).toBeNull();
  expect(tagTarget('_LOCATIONS', '')).toBe('/locations');
});

it('serves each configured path and its subpages', () => {
  openSite({
    menuItems: [
      { tag: '_CLUBS', label: 'Join', href: '/join' },
      { tag: '_SHOP', label: 'Store', href: '/store' },
    ],
  });
  expect(menuLinks()).toContainEqual({ label: 'Join', to: '/join' });
  const names = Object.fromEntries(configuredPaths().map(({ path, name }) => [path, name]));
  expect(names).toMatchObject({ '/join': 'washClub', '/store': 'shop', '/store/merch': 'merchandise' });
  expect(isOffered('/Store/Bundles')).toBe(true);
  expect(isOffered('/join/us')).toBe(false);
});

it('finds a shop section by path', () => {
  openSite({ shopItems });
  expect(tagTarget('_SHOP', '/shop/washes')).toBe('/shop/washes');
  expect(tagTarget('_SHOP', 'bundles')).toBe('/shop/bundles');
});
