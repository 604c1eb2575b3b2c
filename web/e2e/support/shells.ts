import { expect, type Page } from '@playwright/test';
import { Shop } from '../pages/shop';
import { enterAsGuest } from './customers';

const washesShown = (page: Page) =>
  expect(page.getByRole('button', { name: /^Buy Now/ }).first()).toBeVisible();

type Visit = (site: string, path: string) => Promise<void>;

/** Properties of the project's shell for tests. */
export type Shell = {
  /** URL suffix that opens a page in this shell. */
  mark: string;
  /** Folders of this shell's code and of the other shell's. */
  code: { own: string; foreign: string };
  path: Record<'washes' | 'bundles' | 'clubs' | 'giftCards' | 'account' | 'membership', string>;
  /** Asserts that no one is logged in, not even as a guest. */
  expectStranger: (page: Page, visit: Visit) => Promise<void>;
  /** Page shown after a logout in another tab, on a customer's page. */
  afterLogOut: RegExp;
  /** The button of a gift card. */
  giftCard: (price: string, name: string) => string;
  /** Lets a stranger look around. */
  letIn: (page: Page, site: string) => Promise<void>;
  /** To the washes by the links that a person would use. */
  openWashes: (page: Page) => Promise<void>;
  /** Orders the first wash in sight, the way that most do it there. */
  orderFirst: (page: Page) => Promise<void>;
  /** Shows the gift cards that are reloaded. */
  openReloads: (page: Page) => Promise<void>;
  /** Leaves for a page that was not seen before, by the menu. The answer is its heading. */
  leave: (page: Page) => Promise<string | RegExp>;
};

export const app: Shell = {
  mark: '#mobile',
  code: { own: 'mobile', foreign: 'desktop' },
  path: {
    washes: '/washes',
    bundles: '/bundles',
    clubs: '/washClub',
    giftCards: '/giftCards',
    account: '/account',
    membership: '/wallet',
  },
  expectStranger: async (page, visit) => {
    await visit('sparkle', '/washes');
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toBeVisible();
  },
  afterLogOut: /\/(?:logIn.*)?(?:#.*)?$/,
  giftCard: (_price, name) => `Buy Now, ${name}`,
  letIn: enterAsGuest,
  openWashes: async (page) => {
    await page.getByRole('main').getByRole('link', { name: /wash/i }).first().click();
    await washesShown(page);
  },
  orderFirst: (page) => new Shop(page).buyFirst(),
  openReloads: (page) => page.getByRole('radio', { name: 'Reload' }).check(),
  leave: async (page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Privacy' }).click();
    return 'Privacy';
  },
};

export const webShop: Shell = {
  mark: '',
  code: { own: 'desktop', foreign: 'mobile' },
  path: {
    washes: '/shop/washes',
    bundles: '/shop/bundles',
    clubs: '/shop/washClubs',
    giftCards: '/shop/giftCards',
    account: '/userManagement',
    membership: '/userManagement',
  },
  expectStranger: async (page, visit) => {
    await visit('sparkle', '/washes');
    await expect(
      page
        .getByRole('button', { name: 'Log In' })
        .or(page.getByRole('link', { name: 'Log In' }))
        .first(),
    ).toBeVisible();
  },
  afterLogOut: /logIn/,
  giftCard: (price, name) => `Buy: ${price}, ${name}`,
  letIn: async () => {
    // It is public.
  },
  openWashes: async (page) => {
    await page.getByRole('link', { name: /^See all/ }).click();
    await washesShown(page);
  },
  orderFirst: async (page) => {
    const shop = new Shop(page);
    await shop.addFirst();
    await shop.openCheckout();
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Total');
    await shop.pay();
  },
  openReloads: (page) => expect(page.getByRole('region', { name: 'Existing Gift Cards' })).toBeVisible(),
  leave: async (page) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations' }).click();
    return /^Visit any of our/;
  },
};
