import { useRouteError } from 'react-router';
import { ErrorScreen } from '@/shared/surface/error-screen';
import { TurnedAway } from '@/shared/surface/turned-away';
import { lazyPart } from '@/shared/ui/lazy-part';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** Replaces a page that was denied or crashed. */
export function PageBoundary() {
  const error = useRouteError();
  return error instanceof TurnedAway ? <NotFoundPage /> : <ErrorScreen error={error} />;
}
