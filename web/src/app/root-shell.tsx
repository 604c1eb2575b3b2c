import { lazy, Suspense, useEffect, useReducer, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { CardDialogHost } from '@/features/payments/components/card-dialog-host';
import { isGateOpen } from '@/shared/site/development-gate';
import { useMode } from '@/shared/site/mode';
import { DialogHost } from '@/shared/ui/dialog-host';
import { PanelHost } from '@/shared/ui/panel-host';
import { ToastHost } from '@/shared/ui/toast-host';
import { SessionWatch } from '@/surfaces/shopper/components/session-watch';
import type { Access, Handle } from './access';
import { Guard } from './guard';
import { loadGate, loadShell, shellOf } from './shells';

const DevelopmentGate = lazy(loadGate);

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

export function RootShell() {
  const mode = useMode();
  const access = useAccess();
  const [open, setOpen] = useState(isGateOpen);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const shown = mode === 'blocked' && access === 'tool' ? 'mobile' : mode;
  const Shell = shellOf(shown);
  useEffect(() => {
    if (!shellOf(shown)) void loadShell(shown).then(redraw);
  }, [shown]);
  useFocusOnMove();
  if (mode === 'mobile' && !open) {
    return (
      <Suspense>
        <DevelopmentGate onOpen={() => setOpen(true)} />
      </Suspense>
    );
  }
  if (!Shell) return null;
  return (
    <>
      <Shell>
        <Guard mode={shown} access={access}>
          <Suspense>
            <Outlet />
          </Suspense>
        </Guard>
      </Shell>
      <SessionWatch />
      <PanelHost />
      <DialogHost />
      <CardDialogHost />
      <ToastHost />
      <ScrollRestoration />
    </>
  );
}
