import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import { BuyingPlaces } from '@/flows/buying/places';
import { useSession } from '@/shared/api/session';
import { viewToken } from '@/shared/api/view';
import { boot } from '@/shared/site/boot';
import type { Mode } from '@/shared/site/mode-state';
import { Frame } from '@/shared/surface/frame';
import { lazyPart } from '@/shared/ui/lazy-part';
import { usePageHandle } from '@/shared/ui/page-handle';
import type { Shell } from '@/shared/ui/shell';
import { buyingPlaces } from './model/buying-places';
import { isGateOpen } from './model/development-gate';
import { useMode } from './model/mode';
import { ShownShell } from './model/shown-shell';
import { SessionWatch } from './session/session-watch';
import { loadGate, loadMobileOnly, loadShell, shellOf } from './shells';

const Aside = lazyPart(() => import('./session/aside').then((m) => m.Aside));
const DevelopmentGate = lazy(loadGate);
const MobileOnlyPage = lazy(loadMobileOnly);
const BackSoonPage = lazy(() => import('./pages/back-soon-page').then((m) => ({ default: m.BackSoonPage })));
const OpensSoonPage = lazy(() =>
  import('./pages/opens-soon-page').then((m) => ({ default: m.OpensSoonPage })),
);

/** Shell of a mode; the previous one while its code loads. */
function useShell(mode: Mode): Shell | undefined {
  const [last, setLast] = useState(() => shellOf(mode));
  useEffect(() => {
    // If it can't be loaded (offline), the current shell stays.
    void loadShell(mode)
      .catch(() => undefined)
      .then(() => setLast((before) => shellOf(mode) ?? before));
  }, [mode]);
  return shellOf(mode) ?? last;
}

/** Whether the development gate applies. Once inside, resizing the window doesn't bring it up again. */
function useGate(mode: Mode): { shut: boolean; open: () => void } {
  const [opened, setOpened] = useState(isGateOpen);
  if (!opened && mode !== 'mobile') setOpened(true);
  return { shut: !opened && mode === 'mobile', open: () => setOpened(true) };
}

type Closed = 'held' | 'not open' | 'unknown';

/** Reason why a site is closed to the viewer. The team can use it and log in. */
function useClosed(isTool: boolean): Closed | null {
  const { isAdmin, isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const { held, shop } = boot();
  // Attendants are known by their account only.
  const asks = !shop.open && isLoggedIn && !isAdmin;
  const { data, isLoading } = useQuery({ ...accountQuery(), enabled: asks });
  const isTeam = isAdmin || viewToken() || (asks && data && data.role !== 'customer');
  if (isTool || isTeam) return null;
  if (asks && isLoading) return 'unknown';
  if (held) return /^\/login\/?$/i.test(pathname + search) ? null : 'held';
  return shop.open || /^\/login\/?$/i.test(pathname) ? null : 'not open';
}

export function RootShell() {
  const mode = useMode();
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  // Staff can log in on every device, because the back office is available even without a web shop.
  const forStaff = /^\/(logIn\?to=%2F)?(mmtpo|siteadmin)/i.test(pathname + search);
  const isTool = usePageHandle()?.access === 'tool' || forStaff;
  const gate = useGate(mode);
  const closed = useClosed(isTool);
  const shell = useShell(mode);
  if (closed === 'unknown') return null;
  if (closed) {
    return <Suspense>{closed === 'held' ? <BackSoonPage /> : <OpensSoonPage />}</Suspense>;
  }
  if (gate.shut) {
    return (
      <Suspense>
        <DevelopmentGate onOpen={gate.open} />
      </Suspense>
    );
  }
  if (mode === 'blocked' && !isTool) {
    return (
      <Suspense>
        <MobileOnlyPage />
      </Suspense>
    );
  }
  if (!shell) return null;
  // Menus of a shop that isn't open would lead nowhere.
  const bare = isTool && !boot().shop.open && !isLoggedIn;
  return (
    <ShownShell value={shell}>
      <BuyingPlaces value={buyingPlaces}>
        <Frame className={shell.className} top={!bare && <shell.Top />} bottom={!bare && <shell.Bottom />}>
          <SessionWatch />
          <Aside />
        </Frame>
      </BuyingPlaces>
    </ShownShell>
  );
}
