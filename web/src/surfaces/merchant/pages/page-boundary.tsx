import { i18n } from '@lingui/core';
import { useRevalidator, useRouteError } from 'react-router';
import { ApiError, errorTitle } from '@/shared/api/api-error';
import { ErrorScreen } from '@/shared/surface/error-screen';
import { TurnedAway } from '@/shared/surface/turned-away';
import { ErrorState } from '@/shared/ui/error-state';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));
const NoAccessPage = lazyPart(() => import('./no-access-page').then((m) => m.NoAccessPage));

/** Access couldn't be checked. */
function Unanswered({ error }: { error: ApiError }) {
  const { state, revalidate } = useRevalidator();
  const title = error.status === 0 ? errorTitle(error) : i18n._('Server Error');
  return (
    <Page title={title} hideTitle>
      <ErrorState title={title} retry={() => void revalidate()} busy={state !== 'idle'} />
    </Page>
  );
}

/** Replaces a page that was denied or crashed. */
export function PageBoundary() {
  const error = useRouteError();
  if (error instanceof ApiError) return <Unanswered error={error} />;
  if (!(error instanceof TurnedAway)) return <ErrorScreen error={error} />;
  return error.why === 'no access' ? <NoAccessPage /> : <NotFoundPage />;
}
