import { site } from './boot';
import { hasMobileMarker } from './hash';

export type Mode = 'desktop' | 'narrow' | 'mobile' | 'blocked';

const markerKey = 'suds:mobile';
export const narrowQuery = '(width < 1200px)';

/** The choice for the mobile shell, once made in the address, lasts as long as the tab. */
function remembered(): boolean {
  try {
    if (hasMobileMarker(location.hash)) sessionStorage.setItem(markerKey, '1');
    return sessionStorage.getItem(markerKey) === '1';
  } catch {
    return hasMobileMarker(location.hash);
  }
}

function isPhone(): boolean {
  return /iPhone|iPod|Android.+Mobile/i.test(navigator.userAgent);
}

export function decideMode(): Mode {
  const { has_app, has_ecom } = site();
  const narrow = matchMedia(narrowQuery).matches;
  if (has_app && (remembered() || isPhone() || narrow)) return 'mobile';
  if (!has_ecom) return 'blocked';
  return narrow ? 'narrow' : 'desktop';
}

export function isMobileMode(): boolean {
  return decideMode() === 'mobile';
}
