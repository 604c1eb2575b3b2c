import { i18n } from '@lingui/core';
import { fill, type Page, type Params, page, type Visit } from '@/shared/surface/pages';
import { currentToken } from './session';
import { wayBack } from './way-back';

const viewer = { access: { staff: 'viewer' } } as const;
const operator = { access: { staff: 'operator' } } as const;

/** Redirects logged-in people away from the login page. */
function onlyOutside({ url, arriving }: Visit): string | null {
  return arriving && currentToken() ? wayBack(url.searchParams) : null;
}

/** Pages of the console. */
export const pages = {
  home: page('/', { ...viewer, title: () => i18n._('Console'), enter: () => '/sites' }),
  logIn: page('/login', {
    title: () => i18n._('Log In'),
    access: 'open',
    enter: onlyOutside,
    load: () => import('./pages/log-in-page').then((m) => m.LogInPage),
  }),
  sites: page('/sites', {
    ...viewer,
    title: () => i18n._('Sites'),
    load: () => import('./pages/sites-page').then((m) => m.SitesPage),
  }),
  siteAdmin: page('/SiteAdmin', {
    ...operator,
    title: () => i18n._('New site'),
    load: () => import('./pages/site-admin-page').then((m) => m.SiteAdminPage),
  }),
  site: page('/sites/:id', {
    ...viewer,
    title: () => i18n._('Site'),
    load: () => import('./pages/site-page').then((m) => m.SitePage),
  }),
  accounts: page('/accounts', {
    ...viewer,
    title: () => i18n._('Accounts'),
    load: () => import('./pages/accounts-page').then((m) => m.AccountsPage),
  }),
  account: page('/accounts/:id', {
    ...viewer,
    title: () => i18n._('Account'),
    load: () => import('./pages/account-page').then((m) => m.AccountPage),
  }),
  versions: page('/SiteConfigUpdater', {
    ...viewer,
    aliases: ['/versions'],
    title: () => i18n._('Versions'),
    load: () => import('./pages/versions-page').then((m) => m.VersionsPage),
  }),
  builds: page('/builds', {
    ...viewer,
    title: () => i18n._('Builds'),
    load: () => import('./pages/builds-page').then((m) => m.BuildsPage),
  }),
  rollouts: page('/rollouts', {
    ...viewer,
    title: () => i18n._('Rollouts'),
    load: () => import('./pages/rollouts-page').then((m) => m.RolloutsPage),
  }),
  rollout: page('/rollouts/:id', {
    ...viewer,
    title: () => i18n._('Rollout'),
    load: () => import('./pages/rollout-page').then((m) => m.RolloutPage),
  }),
  staff: page('/staff', {
    ...viewer,
    title: () => i18n._('Staff'),
    load: () => import('./pages/staff-page').then((m) => m.StaffPage),
  }),
  audit: page('/audit', {
    ...viewer,
    title: () => i18n._('Audit log'),
    load: () => import('./pages/audit-page').then((m) => m.AuditPage),
  }),
  me: page('/me', {
    ...viewer,
    title: () => i18n._('Your account'),
    load: () => import('./pages/me-page').then((m) => m.MePage),
  }),
  notFound: page('*', {
    title: () => i18n._('404, Page Not Found.'),
    access: 'open',
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
