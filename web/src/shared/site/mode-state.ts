import { tabFlag } from '../lib/tab-flag';
import { site } from './boot';
import type { SiteConfig } from './config';
import { hasMobileMarker } from './hash';

export type Mode = 'desktop' | 'narrow' | 'mobile' | 'blocked';

const marked = tabFlag('mobile');
export const narrowQuery = '(width < 1200px)';

/** The mobile shell, once chosen in the URL, lasts for the lifetime of the tab. */
function remembered(): boolean {
  if (hasMobileMarker(location.hash)) marked.set();
  return marked.isSet();
}

function isPhone(): boolean {
  return /iPhone|iPod|Android.+Mobile/i.test(navigator.userAgent);
}

/** Site whose app this page has shown. */
let shownAppOf: SiteConfig | undefined;

export function decideMode(): Mode {
  const { has_app, has_ecom } = site();
  const narrow = matchMedia(narrowQuery).matches;
  if (has_app && (remembered() || isPhone() || narrow)) {
    shownAppOf = site();
    return 'mobile';
  }
  if (has_ecom) return narrow ? 'narrow' : 'desktop';
  // A rotated tablet isn't a desktop: keep what was typed.
  return shownAppOf === site() ? 'mobile' : 'blocked';
}

export function isMobileMode(): boolean {
  return decideMode() === 'mobile';
}
