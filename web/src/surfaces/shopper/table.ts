import { i18n } from '@lingui/core';
import { clearSession, currentSession, currentTokens } from '@/shared/api/session';
import { boot, site } from '@/shared/site/boot';
import { fill, type Page, type Params, page, type Visit } from '@/shared/surface/pages';
import { dealsLabel } from './model/deals-label';
import { destinationOf } from './model/destination';
import { enterDeals, enterShop } from './model/enter-shop';
import { arrivalMode } from './model/guard';
import { prefetchShop } from './model/prefetch';

/** Redirects logged-in customers away from login and sign-up pages. */
function goOn({ url }: Visit): string | null {
  return currentTokens() ? destinationOf(url.searchParams) : null;
}

function enterLogIn(visit: Visit): string | null {
  // A guest who navigates here wants to log in. A redirected guest is asked first and stays a guest until
  // then.
  if (visit.arriving && currentSession()?.guest && !visit.url.searchParams.has('to')) clearSession();
  return goOn(visit);
}

/** Action with a path but no page. */
async function logOut(): Promise<string> {
  const { leave } = await import('./session/leave');
  await leave();
  return '/';
}

const shop = { access: 'browse', layout: 'shop' } as const;

/**
 * Pages of the shopper surface. Add a page here: menus, aliases, pages that merchants can disable, titles and
 * access are derived from it.
 */
const pages = {
  home: page('/', {
    tag: '_HOME',
    title: () => site().companyName,
    access: 'open',
    enter: ({ queries }) => prefetchShop(queries, 'washes'),
    load: () => import('./pages/home-page').then((m) => m.HomePage),
  }),
  logIn: page('/logIn', {
    title: () => i18n._('Log In'),
    access: 'open',
    enter: enterLogIn,
    load: () => import('./pages/log-in-page').then((m) => m.LogInPage),
  }),
  signUp: page('/signUp', {
    title: () => i18n._('Sign Up'),
    access: 'open',
    enter: goOn,
    load: () => import('./pages/sign-up-page').then((m) => m.SignUpPage),
  }),
  logOut: page('/logOut', {
    title: () => i18n._('Log Out'),
    access: 'open',
    enter: logOut,
  }),
  storeDirect: page('/storeDirect', {
    title: () => i18n._('Get the app'),
    access: 'open',
    load: () => import('./pages/store-direct-page').then((m) => m.StoreDirectPage),
  }),
  updated: page('/updated', {
    title: () => i18n._('Success'),
    access: 'tool',
    load: () => import('./pages/updated-page').then((m) => m.UpdatedPage),
  }),
  confirmEmail: page('/confirmEmail', {
    title: () => i18n._('Verify your email'),
    access: 'tool',
    load: () => import('./pages/confirm-email-page').then((m) => m.ConfirmEmailPage),
  }),
  undoEmailChange: page('/undoEmailChange', {
    title: () => i18n._('Undo email change'),
    access: 'tool',
    load: () => import('./pages/undo-email-change-page').then((m) => m.UndoEmailChangePage),
  }),
  passwordRecovery: page('/passwordRecovery', {
    title: () => i18n._('Reset password'),
    access: 'tool',
    enter: () => (currentTokens() ? '/' : null),
    load: () => import('./pages/password-recovery-page').then((m) => m.PasswordRecoveryPage),
  }),
  invitation: page('/invitation', {
    title: () => i18n._('Join the team'),
    access: 'tool',
    load: () => import('./pages/invitation-page').then((m) => m.InvitationPage),
  }),
  support: page('/Support', {
    tag: '_ABOUT',
    title: () => i18n._('Support'),
    access: 'open',
    load: () => import('./pages/support-page').then((m) => m.SupportPage),
  }),
  faq: page('/faq', {
    title: () => i18n._('FAQ'),
    access: 'open',
    load: () => import('./pages/faq-page').then((m) => m.FaqPage),
  }),
  privacy: page('/privacy', {
    title: () => i18n._('Privacy'),
    access: 'open',
    load: () => import('./pages/privacy-page').then((m) => m.PrivacyPage),
  }),
  terms: page('/termsAndConditions', {
    title: () => i18n._('Terms and Conditions'),
    access: 'open',
    load: () => import('./pages/terms-page').then((m) => m.TermsPage),
  }),
  shop: page('/shop', {
    ...shop,
    tag: '_SHOP',
    title: () => i18n._('Shop'),
    enter: enterShop('washes'),
    load: () => import('./pages/shop-page').then((m) => m.ShopPage),
  }),
  washes: page('/shop/washes', {
    ...shop,
    aliases: ['/washes'],
    tag: '_WASHES',
    title: () => i18n._('Washes'),
    enter: enterShop('washes'),
    load: () => import('./pages/shop-page').then((m) => m.ShopPage),
  }),
  bundles: page('/shop/bundles', {
    ...shop,
    aliases: ['/bundles'],
    tag: '_BUNDLES',
    title: () => i18n._('Bundles'),
    enter: enterShop('bundles'),
    load: () => import('./pages/shop-page').then((m) => m.ShopPage),
  }),
  washClub: page('/shop/washClubs', {
    ...shop,
    // Home cards of sites that were created from an early template lead to the second one.
    aliases: ['/washClub', '/washClubs'],
    tag: '_CLUBS',
    title: () => i18n._('Wash Club'),
    enter: enterShop('washClubs'),
    load: () => import('./pages/clubs-page').then((m) => m.ClubsPage),
  }),
  giftCards: page('/shop/giftCards', {
    ...shop,
    aliases: ['/giftCards'],
    tag: '_CARDS',
    title: () => i18n._('Gift Cards'),
    enter: enterShop('giftCards'),
    load: () => import('./pages/gift-cards-page').then((m) => m.GiftCardsPage),
  }),
  merchandise: page('/shop/merch', {
    ...shop,
    tag: '_MERCH',
    title: () => i18n._('Merchandise'),
    enter: enterShop('merchandise'),
    load: () => import('./pages/shop-page').then((m) => m.ShopPage),
  }),
  locations: page('/locations', {
    aliases: ['/findUs'],
    tag: '_LOCATIONS',
    title: () => i18n._('Locations'),
    access: 'browse',
    load: () => import('./pages/locations-page').then((m) => m.LocationsPage),
  }),
  checkout: page('/checkout', {
    title: () => i18n._('Checkout'),
    access: 'customer',
    load: () => import('./pages/checkout-page').then((m) => m.CheckoutPage),
  }),
  wallet: page('/wallet', {
    title: () => i18n._('Wallet'),
    access: 'customer',
    load: () => import('./pages/wallet-page').then((m) => m.WalletPage),
  }),
  walletCode: page('/wallet/:itemId', {
    title: () => i18n._('Wallet'),
    access: 'customer',
    load: () => import('./pages/wallet-code-page').then((m) => m.WalletCodePage),
  }),
  airPay: page('/airPay', {
    title: () => site().navWords.airPay || 'AirPAY',
    access: 'customer',
    load: () => import('./pages/air-pay-page').then((m) => m.AirPayPage),
  }),
  promoCode: page('/promocode', {
    title: dealsLabel,
    access: 'customer',
    enter: enterDeals,
    load: () => import('./pages/promo-code-page').then((m) => m.PromoCodePage),
  }),
  account: page('/account', {
    twin: 'userManagement',
    title: () => i18n._('My Account'),
    access: 'customer',
    load: () => import('./pages/account-page').then((m) => m.AccountPage),
  }),
  userManagement: page('/userManagement', {
    twin: 'account',
    title: () => i18n._('My Account'),
    access: 'customer',
    // The app has a separate account page.
    enter: () => (arrivalMode() === 'mobile' ? '/account' : null),
    load: () => import('./pages/user-management-page').then((m) => m.UserManagementPage),
  }),
  notifications: page('/notifications', {
    title: () => site().navWords.notifications || i18n._('Notifications'),
    access: 'customer',
    load: () => import('./pages/notifications-page').then((m) => m.NotificationsPage),
  }),
  purchaseHistory: page('/purchaseHistory', {
    title: () => i18n._('My Purchases'),
    access: 'customer',
    load: () => import('./pages/purchase-history-page').then((m) => m.PurchaseHistoryPage),
  }),
  referral: page('/referral', {
    title: () => i18n._('Referral'),
    access: 'customer',
    load: () => import('./pages/referral-page').then((m) => m.ReferralPage),
  }),
  resignUp: page('/testing/resignup', {
    title: () => i18n._('Card re-sign-up'),
    access: 'customer',
    // Only in environments without real purchases.
    offered: () => !boot().environment.production,
    load: () => import('./pages/resign-up-page').then((m) => m.ResignUpPage),
  }),
  notFound: page('*', {
    title: () => i18n._('404, Page Not Found.'),
    access: 'open',
    load: () => import('./pages/not-found-page').then((m) => m.NotFoundPage),
  }),
};

type Pages = typeof pages;
export type PageName = Exclude<keyof Pages, 'notFound'>;

/** Page table with general types. */
export const table: Record<string, Page> = pages;

/** Path of a page. */
export function addressOf<Name extends PageName>(
  name: Name,
  ...[params]: Params<Pages[Name]['path']>
): string {
  return fill(pages[name].path, params);
}

/** Path in the app, which is shorter for some pages. */
export function appAddressOf(name: PageName): string {
  const { path, aliases } = table[name] as Page;
  return aliases[0] ?? path;
}
