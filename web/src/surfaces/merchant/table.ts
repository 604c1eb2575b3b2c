import { i18n } from '@lingui/core';
import { accountQuery } from '@/features/identity/api/account';
import { fill, type Page, type Params, page, type Visit } from '@/shared/surface/pages';
import { isAtLeast } from './roles';

/** Other surfaces are separate documents. */
function leaveForOthers({ url }: Visit): null | Promise<never> {
  if (/^\/(mmtpo|siteadmin)(\/|$)/i.test(url.pathname)) return null;
  location.replace(url);
  return new Promise(() => undefined);
}

const attendant = { access: { from: 'attendant' } } as const;
const manager = { access: { from: 'manager' } } as const;
const owner = { access: { from: 'owner' } } as const;

/** Attendants have no reports, so they start with orders. */
async function startOf({ queries }: Visit): Promise<string | null> {
  const { role } = await queries.ensureQueryData(accountQuery());
  return isAtLeast(role, 'manager') ? null : '/mmtpo/orders';
}

/** Pages of the back office. */
export const pages = {
  home: page('/mmtpo', {
    ...attendant,
    title: () => i18n._('Home'),
    enter: startOf,
    load: () => import('./pages/overview-page').then((m) => m.OverviewPage),
  }),
  waiting: page('/mmtpo/needs-attention', {
    ...manager,
    title: () => i18n._('Needs attention'),
    load: () => import('./pages/waiting-page').then((m) => m.WaitingPage),
  }),
  reports: page('/mmtpo/reports', {
    ...manager,
    title: () => i18n._('Reports'),
    enter: () => '/mmtpo/reports/sales',
  }),
  report: page('/mmtpo/reports/:name', {
    ...manager,
    title: () => i18n._('Reports'),
    load: () => import('./pages/report-page').then((m) => m.ReportPage),
  }),
  orders: page('/mmtpo/orders', {
    ...attendant,
    title: () => i18n._('Orders'),
    load: () => import('./pages/orders-page').then((m) => m.OrdersPage),
  }),
  order: page('/mmtpo/orders/:transRecordId', {
    ...attendant,
    title: () => i18n._('Order'),
    load: () => import('./pages/order-page').then((m) => m.OrderPage),
  }),
  packingSlip: page('/mmtpo/orders/:transRecordId/packing-slip', {
    ...attendant,
    title: () => i18n._('Packing slip'),
    load: () => import('./pages/packing-slip-page').then((m) => m.PackingSlipPage),
  }),
  customers: page('/mmtpo/customers', {
    ...attendant,
    title: () => i18n._('Customers'),
    load: () => import('./pages/customers-page').then((m) => m.CustomersPage),
  }),
  customer: page('/mmtpo/customers/:userId', {
    ...attendant,
    title: () => i18n._('Customer'),
    load: () => import('./pages/customer-page').then((m) => m.CustomerPage),
  }),
  giftCards: page('/mmtpo/gift-cards', {
    ...attendant,
    title: () => i18n._('Gift cards'),
    load: () => import('./pages/gift-cards-page').then((m) => m.GiftCardsPage),
  }),
  giftCard: page('/mmtpo/gift-cards/:cardId', {
    ...attendant,
    title: () => i18n._('Gift card'),
    load: () => import('./pages/gift-card-page').then((m) => m.GiftCardPage),
  }),
  messages: page('/mmtpo/marketing', {
    ...manager,
    title: () => i18n._('Marketing'),
    load: () => import('./pages/messages-page').then((m) => m.MessagesPage),
  }),
  clubs: page('/mmtpo/memberships', {
    ...attendant,
    title: () => i18n._('Memberships'),
    load: () => import('./pages/members-page').then((m) => m.MembersPage),
  }),
  products: page('/mmtpo/products', {
    ...attendant,
    title: () => i18n._('Products'),
    load: () => import('./pages/products-page').then((m) => m.ProductsPage),
  }),
  product: page('/mmtpo/products/:id', {
    ...manager,
    title: () => i18n._('Product'),
    load: () => import('./pages/product-page').then((m) => m.ProductPage),
  }),
  discounts: page('/mmtpo/discounts', {
    ...attendant,
    title: () => i18n._('Discounts'),
    enter: () => '/mmtpo/discounts/deals',
  }),
  deals: page('/mmtpo/discounts/deals', {
    ...attendant,
    title: () => i18n._('Deals'),
    load: () => import('./pages/deals-page').then((m) => m.DealsPage),
  }),
  deal: page('/mmtpo/discounts/deals/:id', {
    ...manager,
    title: () => i18n._('Deal'),
    load: () => import('./pages/offer-page').then((m) => m.DealPage),
  }),
  promoCodes: page('/mmtpo/discounts/promo-codes', {
    ...attendant,
    title: () => i18n._('Promo codes'),
    load: () => import('./pages/promo-codes-page').then((m) => m.PromoCodesPage),
  }),
  promoCode: page('/mmtpo/discounts/promo-codes/:id', {
    ...manager,
    title: () => i18n._('Promo code'),
    load: () => import('./pages/offer-page').then((m) => m.PromoCodePage),
  }),
  terminals: page('/mmtpo/devices', {
    ...attendant,
    title: () => i18n._('Devices'),
    load: () => import('./pages/terminals-page').then((m) => m.TerminalsPage),
  }),
  locations: page('/mmtpo/locations', {
    ...attendant,
    title: () => i18n._('Locations'),
    load: () => import('./pages/locations-page').then((m) => m.LocationsPage),
  }),
  location: page('/mmtpo/locations/:id', {
    ...manager,
    title: () => i18n._('Location'),
    load: () => import('./pages/location-page').then((m) => m.LocationPage),
  }),
  appearance: page('/mmtpo/theme', {
    ...manager,
    title: () => i18n._('Theme'),
    load: () => import('./pages/appearance-page').then((m) => m.AppearancePage),
  }),
  rawConfig: page('/mmtpo/theme/json', {
    ...manager,
    title: () => i18n._('Configuration (JSON)'),
    load: () => import('./pages/raw-config-page').then((m) => m.RawConfigPage),
  }),
  siteAdmin: page('/SiteAdmin', {
    ...manager,
    title: () => i18n._('New site'),
    load: () => import('./pages/site-admin-page').then((m) => m.SiteAdminPage),
  }),
  settings: page('/mmtpo/settings', {
    ...manager,
    title: () => i18n._('Settings'),
    load: () => import('./pages/settings-page').then((m) => m.SettingsPage),
  }),
  settingsPart: page('/mmtpo/settings/:part', {
    ...manager,
    title: () => i18n._('Settings'),
    load: () => import('./pages/settings-part-page').then((m) => m.SettingsPartPage),
  }),
  security: page('/mmtpo/security', {
    ...attendant,
    title: () => i18n._('Security'),
    load: () => import('./pages/security-page').then((m) => m.SecurityPage),
  }),
  people: page('/mmtpo/team', {
    ...owner,
    title: () => i18n._('Team'),
    load: () => import('./pages/people-page').then((m) => m.PeoplePage),
  }),
  audit: page('/mmtpo/audit-log', {
    ...manager,
    title: () => i18n._('Audit log'),
    load: () => import('./pages/audit-page').then((m) => m.AuditPage),
  }),
  notFound: page('*', {
    title: () => i18n._('404, Page Not Found.'),
    access: 'open',
    enter: leaveForOthers,
    load: () => import('./pages/not-found-page').then((m) => m.NotFoundPage),
  }),
} satisfies Record<string, Page>;

type Pages = typeof pages;
export type PageName = Exclude<keyof Pages, 'notFound'>;

/** Path of a page. */
export function addressOf<Name extends PageName>(
  name: Name,
  ...[params]: Params<Pages[Name]['path']>
): string {
  return fill(pages[name].path, params);
}
