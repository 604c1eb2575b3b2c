import { lazy, Suspense } from 'react';
import { useOpenDialogs } from './dialogs';

const MessageDialog = lazy(() => import('./message-dialog').then((m) => ({ default: m.MessageDialog })));

/** Shows the open dialogs, the newest on top. The code of a dialog is fetched with the first one. */
export function DialogHost() {
  const open = useOpenDialogs();
  return (
    <Suspense>
      {open.map((dialog) => (
        <MessageDialog key={dialog.id} dialog={dialog} />
      ))}
    </Suspense>
  );
}
