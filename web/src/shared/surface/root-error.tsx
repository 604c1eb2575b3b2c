import { useRouteError } from 'react-router';
import { ErrorScreen } from './error-screen';

/** Crash screen for errors in the shell itself. */
export function RootError() {
  return (
    <main>
      <ErrorScreen error={useRouteError()} />
    </main>
  );
}
