import { i18n } from '@lingui/core';
import { type Page, page } from '@/shared/surface/pages';

/** Every page of the back office. */
export const pages = {
  locations: page('/SiteAdmin', {
    title: () => i18n._('Locations'),
    access: { from: 'attendant' },
    load: () => import('./pages/locations-page').then((m) => m.LocationsPage),
  }),
  notFound: page('*', {
    title: () => i18n._('404, Page Not Found.'),
    access: 'open',
    load: () => import('./pages/not-found-page').then((m) => m.NotFoundPage),
  }),
} satisfies Record<string, Page>;
