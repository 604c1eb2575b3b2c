import { useRouteError } from 'react-router';
import { ErrorScreen } from '@/shared/surface/error-screen';
import { TurnedAway } from '@/shared/surface/turned-away';
import { lazyPart } from '@/shared/ui/lazy-part';
import { DisabledPage } from './disabled-page';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** Replaces a page that was denied or crashed, within the shell. */
export function PageBoundary() {
  const error = useRouteError();
  if (!(error instanceof TurnedAway)) return <ErrorScreen error={error} />;
  return error.why === 'disabled' ? <DisabledPage /> : <NotFoundPage />;
}
