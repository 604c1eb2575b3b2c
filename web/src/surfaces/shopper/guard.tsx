import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '@/shared/api/session';
import { isDisabled, paths } from '@/shared/site/routes';
import type { Access } from '@/shared/surface/access';
import { onTheWay } from './model/destination';
import { useArrivalMode } from './model/mode';
import { DisabledPage } from './pages/disabled-page';

type Props = { access: Access; children: ReactNode };

/** Leads a visitor who cannot use a screen to where he can go on. */
export function Guard({ access, children }: Props) {
  const mode = useArrivalMode();
  const { isLoggedIn, isGuest } = useSession();
  const { pathname, search } = useLocation();
  if (access === 'tool') return children;
  if (isDisabled(pathname)) return <DisabledPage />;
  if (isLoggedIn || access === 'open') return children;
  const phone = mode === 'mobile';
  if (access === 'browse') return phone && !isGuest ? <Navigate to={paths.home} replace /> : children;
  if (phone && !isGuest && !isTab(pathname)) return <Navigate to={paths.home} replace />;
  return <Navigate to={onTheWay(paths.logIn, pathname + search)} replace />;
}

/** My Account and Wallet stand in the bottom bar for everybody; who cannot use them is asked who he is. */
function isTab(pathname: string): boolean {
  return [paths.account, paths.wallet].some((path) => path.toLowerCase() === pathname.toLowerCase());
}
