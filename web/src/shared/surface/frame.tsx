import { i18n } from '@lingui/core';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { useIdentity } from '../api/session';
import { useDelayed } from '../lib/delayed';
import { ConnectionNotice } from '../ui/connection-notice';
import { DialogHost } from '../ui/dialog-host';
import { dismissDialogs } from '../ui/dialog-stack';
import { usePageHandle } from '../ui/page-handle';
import { ToastHost } from '../ui/toast-host';
import { UnsavedGuard } from '../ui/unsaved-guard';
import styles from './frame.module.css';
import { keepFocus } from './keep-focus';
import type { Access } from './pages';

/** After navigation, moves the focus to the page's heading for screen readers, as after a page load. */
function useFocusOnMove() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById('main');
    const heading = main?.querySelector('h1') ?? main;
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Moves the focus and keeps the URL, whose fragment may be a code. */
function skipToContent() {
  const main = document.getElementById('main');
  main?.focus();
  main?.scrollIntoView();
}

function useDismissOnMove() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname) return dismissDialogs;
  }, [pathname]);
}

/** Progress bar, delayed so that fast pages don't flicker. */
function PendingBar() {
  const pending = useDelayed(useNavigation().state !== 'idle');
  return (
    <div role="status" className={styles.pending} data-pending={pending}>
      {pending && <span className="visually-hidden">{i18n._('Loading…')}</span>}
    </div>
  );
}

/** Shows the page only to the person who opened it. Hides it until access is decided again. */
function Guarded() {
  const access = usePageHandle()?.access as Access | undefined;
  const opened = useMatches().at(-1)?.loaderData as { identity?: string } | undefined;
  const identity = useIdentity();
  // Error pages contain no personal data.
  const foreign = opened !== undefined && opened.identity !== identity;
  const personal = access === 'customer' || typeof access === 'object';
  if (personal && foreign) return null;
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}

type Props = {
  className: string;
  top: ReactNode;
  bottom: ReactNode;
  /** Replaces the default notice about a lost connection. */
  notice?: ReactNode;
  children?: ReactNode;
};

/** Frame around the pages of all surfaces, with its overlays. */
export function Frame({ className, top, bottom, notice = <ConnectionNotice />, children }: Props) {
  useFocusOnMove();
  useDismissOnMove();
  useEffect(() => keepFocus(), []);
  return (
    <>
      {notice}
      <PendingBar />
      <div id="shell" className={className}>
        <button type="button" className="skip-link" onClick={skipToContent}>
          {i18n._('Skip to content')}
        </button>
        {top}
        <main id="main" tabIndex={-1}>
          <Guarded />
        </main>
        {bottom}
      </div>
      {children}
      <DialogHost />
      <ToastHost />
      <UnsavedGuard />
      <ScrollRestoration />
    </>
  );
}
