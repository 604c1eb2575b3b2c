import { decideMode, type Mode } from '@/shared/site/mode-state';
import type { Shell } from '@/shared/ui/shell';
import { isGateOpen } from './model/development-gate';

type Kind = 'shop' | 'mobile';

const loaders: Record<Kind, () => Promise<Shell>> = {
  shop: () => import('./desktop/shop-shell').then((m) => m.shopShell),
  mobile: () => import('./mobile/mobile-shell').then((m) => m.mobileShell),
};

export const loadGate = () =>
  import('./mobile/development-gate').then((m) => ({ default: m.DevelopmentGate }));
export const loadMobileOnly = () =>
  import('./pages/mobile-only-page').then((m) => ({ default: m.MobileOnlyPage }));

const loaded: Partial<Record<Kind, Shell>> = {};

/** Blocked desktops still see the fixed tools, in the app's plain shell. */
function kindOf(mode: Mode): Kind {
  return mode === 'mobile' || mode === 'blocked' ? 'mobile' : 'shop';
}

/** Shell of a mode, once its code is loaded. */
export function shellOf(mode: Mode): Shell | undefined {
  return loaded[kindOf(mode)];
}

/** Loads the shell of a mode and its fallbacks. */
export async function loadShell(mode: Mode = decideMode()): Promise<void> {
  const kind = kindOf(mode);
  const instead = [
    ...(mode === 'mobile' && !isGateOpen() ? [loadGate()] : []),
    ...(mode === 'blocked' ? [loadMobileOnly()] : []),
  ];
  loaded[kind] ??= await loaders[kind]();
  await Promise.all(instead);
}
