import { i18n } from '@lingui/core';

/** Entries of the app's menu, in order, by the key of their custom name. */
export const menuWords = {
  home: () => i18n._('Home'),
  washes: () => i18n._('Washes'),
  washClub: () => i18n._('Wash Club'),
  bundles: () => i18n._('Bundles'),
  giftCards: () => i18n._('Gift Cards'),
  merchandise: () => i18n._('Merchandise'),
  findUs: () => i18n._('Find Us'),
  wallet: () => i18n._('Wallet'),
  airPay: () => 'AirPAY',
  promocode: () => i18n._('Promo Codes'),
  notifications: () => i18n._('Notifications'),
  account: () => i18n._('My Account'),
  purchaseHistory: () => i18n._('My Purchases'),
  referral: () => i18n._('Invite a Friend'),
  checkout: () => i18n._('Checkout'),
  support: () => i18n._('Support'),
  termsAndConditions: () => i18n._('Terms and Conditions'),
  privacy: () => i18n._('Privacy'),
  logIn: () => i18n._('Log In'),
  logOut: () => i18n._('Log Out'),
} satisfies Record<string, () => string>;

export type MenuWord = keyof typeof menuWords;

export const menuWordKeys = Object.keys(menuWords) as MenuWord[];
