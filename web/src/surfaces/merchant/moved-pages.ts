import { type RouteObject, replace } from 'react-router';

/** Addresses that pages had until version 1.6, and their current ones. What follows an address is the same in both. */
export const movedPages = {
  '/mmtpo/waiting': '/mmtpo/needs-attention',
  '/mmtpo/notifications': '/mmtpo/marketing',
  '/mmtpo/clubs': '/mmtpo/memberships',
  '/mmtpo/deals': '/mmtpo/discounts/deals',
  '/mmtpo/promo-codes': '/mmtpo/discounts/promo-codes',
  '/mmtpo/terminals': '/mmtpo/devices',
  '/mmtpo/appearance': '/mmtpo/theme',
  '/mmtpo/appearance/text': '/mmtpo/theme/json',
  '/mmtpo/people': '/mmtpo/team',
  '/mmtpo/audit': '/mmtpo/audit-log',
  '/mmtpo/settings/address': '/mmtpo/settings/subdomain',
  '/mmtpo/settings/support': '/mmtpo/settings/business',
  '/mmtpo/settings/languages': '/mmtpo/settings/business',
  '/mmtpo/settings/texts': '/mmtpo/settings/policies',
  '/mmtpo/settings/mails': '/mmtpo/settings/email-templates',
  '/mmtpo/settings/sender': '/mmtpo/settings/email-sender',
  '/mmtpo/settings/p2p': '/mmtpo/settings/card-terminal',
  '/mmtpo/settings/packages': '/mmtpo/settings/app-packages',
} as const;

/** Routes that redirect bookmarks and links in old emails. */
export const movedRoutes: RouteObject[] = Object.entries(movedPages).map(([from, to]) => ({
  path: `${from}/*`,
  loader: ({ params, request }) => {
    const rest = params['*'] ? `/${params['*']}` : '';
    return replace(`${to}${rest}${new URL(request.url).search}`);
  },
}));
