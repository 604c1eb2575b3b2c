import { useRouteError } from 'react-router';
import { ErrorScreen } from './error-screen';

/** Where even the shell has crashed. */
export function RootError() {
  return (
    <main>
      <ErrorScreen error={useRouteError()} />
    </main>
  );
}
