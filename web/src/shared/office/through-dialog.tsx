import type { ReactElement } from 'react';
import { openDialog } from '../ui/open-dialog';
import { toast } from '../ui/toasts';

type Ways = { onDone: () => void; onClose: () => void };

/** Opens a dialog and shows `done` if it was completed. */
export async function throughDialog(
  done: string,
  dialog: () => Promise<(ways: Ways) => ReactElement>,
): Promise<boolean> {
  const settled = await openDialog<true>(async () => {
    const part = await dialog();
    return (settle) => part({ onDone: () => settle(true), onClose: () => settle(null) });
  });
  if (settled) toast(done);
  return settled === true;
}
