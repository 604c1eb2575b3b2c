/** Public pages. */
export const pagesForEverybody = [
  '/',
  '/logIn',
  '/signUp',
  '/Support',
  '/faq',
  '/privacy',
  '/termsAndConditions',
  '/updated',
  '/confirmEmail',
  '/passwordRecovery',
  '/invitation',
  '/logIn?forgot',
  '/nowhere',
];

/** Pages of a customer. */
export const pagesOfCustomers = [
  '/',
  '/shop',
  '/shop/bundles',
  '/shop/washClubs',
  '/shop/giftCards',
  '/shop/merch',
  '/washes',
  '/locations',
  '/checkout',
  '/wallet',
  '/promocode',
  '/account',
  '/userManagement',
  '/notifications',
  '/purchaseHistory',
];
