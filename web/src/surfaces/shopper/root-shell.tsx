import { i18n } from '@lingui/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { CardDialogHost } from '@/features/payments/components/card-dialog-host';
import type { Mode } from '@/shared/site/mode-state';
import type { Access, Handle } from '@/shared/surface/access';
import { ConnectionNotice } from '@/shared/ui/connection-notice';
import { DialogHost } from '@/shared/ui/dialog-host';
import { PanelHost } from '@/shared/ui/panel-host';
import type { Shell } from '@/shared/ui/shell';
import { ToastHost } from '@/shared/ui/toast-host';
import { Guard } from './guard';
import { isGateOpen } from './model/development-gate';
import { useMode } from './model/mode';
import { OrderWatch } from './session/order-watch';
import { SessionWatch } from './session/session-watch';
import { loadGate, loadMobileOnly, loadShell, shellOf } from './shells';

const DevelopmentGate = lazy(loadGate);
const MobileOnlyPage = lazy(loadMobileOnly);

function useAccess(): Access {
  const handle = useMatches().at(-1)?.handle as Handle | undefined;
  return handle?.access ?? 'open';
}

/** After a move the page's own heading is where a screen reader goes on, as after a page load. */
function useFocusOnMove() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname && document.activeElement === document.body) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** The shell of a mode; the one before it as long as its code is on its way. */
function useShell(mode: Mode): Shell | undefined {
  const [last, setLast] = useState(() => shellOf(mode));
  useEffect(() => {
    // Without its code (offline) the shell that is here will do.
    void loadShell(mode)
      .catch(() => undefined)
      .then(() => setLast((before) => shellOf(mode) ?? before));
  }, [mode]);
  return shellOf(mode) ?? last;
}

/** Whether the gate of development builds stands here. Who is in stays in, however the window changes. */
function useGate(mode: Mode): { shut: boolean; open: () => void } {
  const [opened, setOpened] = useState(isGateOpen);
  if (!opened && mode !== 'mobile') setOpened(true);
  return { shut: !opened && mode === 'mobile', open: () => setOpened(true) };
}

export function RootShell() {
  const mode = useMode();
  const access = useAccess();
  const gate = useGate(mode);
  const shell = useShell(mode);
  useFocusOnMove();
  if (gate.shut) {
    return (
      <Suspense>
        <DevelopmentGate onOpen={gate.open} />
      </Suspense>
    );
  }
  if (mode === 'blocked' && access !== 'tool') {
    return (
      <Suspense>
        <MobileOnlyPage />
      </Suspense>
    );
  }
  if (!shell) return null;
  return (
    <>
      <ConnectionNotice />
      <div id="shell" className={shell.className}>
        <a className="skip-link" href="#main">
          {i18n._('Skip to content')}
        </a>
        <shell.Top />
        <main id="main" tabIndex={-1}>
          <Guard access={access}>
            <Suspense>
              <Outlet />
            </Suspense>
          </Guard>
        </main>
        <shell.Bottom />
      </div>
      <SessionWatch />
      <OrderWatch />
      <PanelHost />
      <DialogHost />
      <CardDialogHost />
      <ToastHost />
      <ScrollRestoration />
    </>
  );
}
