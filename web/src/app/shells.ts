import type { ComponentType, ReactNode } from 'react';
import { isGateOpen } from '@/shared/site/development-gate';
import { decideMode, type Mode } from '@/shared/site/mode-state';

export type Shell = ComponentType<{ children: ReactNode }>;
type Kind = 'shop' | 'mobile' | 'blocked';

const loaders: Record<Kind, () => Promise<Shell>> = {
  shop: () => import('@/surfaces/shop/shop-shell').then((m) => m.ShopShell),
  mobile: () => import('@/surfaces/mobile/mobile-shell').then((m) => m.MobileShell),
  blocked: () => import('@/surfaces/shopper/pages/mobile-only-page').then((m) => m.MobileOnlyPage),
};

export const loadGate = () =>
  import('@/surfaces/mobile/development-gate').then((m) => ({ default: m.DevelopmentGate }));

const loaded: Partial<Record<Kind, Shell>> = {};

function kindOf(mode: Mode): Kind {
  if (mode === 'mobile' || mode === 'blocked') return mode;
  return 'shop';
}

/** The shell of a mode, when its code is here. */
export function shellOf(mode: Mode): Shell | undefined {
  return loaded[kindOf(mode)];
}

/** Fetches the shell of the present mode; where a desktop is turned away, the plain shell for the fixed tools too. */
export async function loadShell(mode: Mode = decideMode()): Promise<void> {
  if (mode === 'mobile' && !isGateOpen()) await loadGate();
  const kinds: Kind[] = mode === 'blocked' ? ['blocked', 'mobile'] : [kindOf(mode)];
  await Promise.all(
    kinds.map(async (kind) => {
      loaded[kind] ??= await loaders[kind]();
    }),
  );
}
