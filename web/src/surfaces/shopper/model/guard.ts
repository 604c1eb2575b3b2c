import { currentSession, currentTokens } from '@/shared/api/session';
import { viewToken } from '@/shared/api/view';
import { decideMode, type Mode } from '@/shared/site/mode-state';
import type { Decision } from '@/shared/surface/page-routes';
import type { Visit } from '@/shared/surface/pages';
import { addressOf, table } from '../table';
import { onTheWay } from './destination';
import { isDisabled } from './offer';

let arrival: Mode = 'desktop';

/**
 * Mode in which the current page was opened. It determines redirects: rotating the device changes how a page
 * looks, but not which page it is.
 */
export function arrivalMode(): Mode {
  return arrival;
}

/** Whether a visitor may see a page and, if not, where to go instead. */
export function decide({ page, url, arriving }: Visit): Decision {
  if (arriving) arrival = decideMode();
  const { access } = page;
  if (access === 'tool') return 'show';
  // The shell blocks desktops; the URL stays for opening on a phone.
  if (arrival === 'blocked') return 'show';
  if (isDisabled(url.pathname)) return 'disabled';
  if (access === 'open') return 'show';
  const [isLoggedIn, isGuest] = [currentTokens() !== null, currentSession()?.guest === true];
  if (access === 'customer' || access === 'browse') {
    // Customer pages aren't available to read-only staff viewers.
    if (isLoggedIn) return access === 'customer' && viewToken() ? 'no access' : 'show';
    const toFirstScreen = arrival === 'mobile' && !isGuest;
    const wanted = url.pathname + url.search;
    // The first screen passes the destination on to login and sign-up.
    const firstScreen = { to: onTheWay(addressOf('home'), wanted) };
    if (access === 'browse') return toFirstScreen ? firstScreen : 'show';
    // My Account and Wallet are always in the bottom bar; visitors are asked to log in.
    const isTab = page === table.account || page === table.wallet;
    if (toFirstScreen && !isTab) return firstScreen;
    return { to: onTheWay(addressOf('logIn'), wanted) };
  }
  // Staff pages belong to another surface.
  return 'not found';
}
