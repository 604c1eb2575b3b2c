import { useRouteError } from 'react-router';
import { ErrorScreen } from '@/shared/surface/error-screen';
import { TurnedAway } from '@/shared/surface/turned-away';
import { lazyPart } from '@/shared/ui/lazy-part';
import { DisabledPage } from './disabled-page';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** In the place of a page that is not shown, or has crashed; everything around it stands. */
export function PageBoundary() {
  const error = useRouteError();
  if (!(error instanceof TurnedAway)) return <ErrorScreen error={error} />;
  return error.why === 'disabled' ? <DisabledPage /> : <NotFoundPage />;
}
