import { i18n } from '@lingui/core';
import { pairing } from '@/features/terminal/model/pairing';
import { fill, type Page, page } from '@/shared/surface/pages';

/** Redirects to the pairing page until this browser is a terminal. */
const onlyPaired = () => (pairing.read() ? null : pages.pair.path);

/** Pages of the kiosk. */
export const pages = {
  wash: page('/kiosk', {
    title: () => i18n._('Scan your code'),
    access: 'open',
    enter: onlyPaired,
    load: () => import('./pages/wash-page').then((m) => m.WashPage),
  }),
  pair: page('/kiosk/pair', {
    title: () => i18n._('Pair kiosk'),
    access: 'open',
    load: () => import('./pages/pair-page').then((m) => m.PairPage),
  }),
  device: page('/kiosk/device', {
    title: () => i18n._('This kiosk'),
    access: 'open',
    enter: onlyPaired,
    load: () => import('./pages/device-page').then((m) => m.DevicePage),
  }),
  notFound: page('*', {
    title: () => i18n._('404, Page Not Found.'),
    access: 'open',
    load: () => import('./pages/not-found-page').then((m) => m.NotFoundPage),
  }),
} satisfies Record<string, Page>;

/** Path of a page. */
export const addressOf = (name: 'wash' | 'pair' | 'device') => fill(pages[name].path);
