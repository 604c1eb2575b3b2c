import { useEffect } from 'react';
import { type OpenDialog, useOpenDialogs } from './dialogs';
import { lazyPart } from './lazy-part';
import { toast } from './toasts';

const load = () => import('./message-dialog').then((m) => m.MessageDialog);

/** What a dialog would have said is said all the same. */
function SaidShortly({ dialog }: { dialog: OpenDialog }) {
  useEffect(() => {
    toast(dialog.text);
    dialog.settle(false);
  }, [dialog]);
  return null;
}

const MessageDialog = lazyPart<{ dialog: OpenDialog }>(load, SaidShortly);

/** Shows the open dialogs, the newest on top. Their code comes early: the first may have to say that nothing comes. */
export function DialogHost() {
  const open = useOpenDialogs();
  useEffect(() => void load().catch(() => undefined), []);
  return open.map((dialog) => <MessageDialog key={dialog.id} dialog={dialog} />);
}
