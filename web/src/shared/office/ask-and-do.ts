import { i18n } from '@lingui/core';
import { errorText, errorTitle } from '../api/api-error';
import { dialogs } from '../ui/dialogs';
import { toast } from '../ui/toasts';

type Question = { title: string; text: string; yes: string; done: string };

/** Asks, does what was agreed to, and says how it went. A second press while it is done does nothing. */
export async function askAndDo(
  { title, text, yes, done }: Question,
  act: () => Promise<unknown>,
): Promise<boolean> {
  if (!(await dialogs.confirm({ kind: 'warning', title, text, yes, no: i18n._('Cancel') }))) return false;
  try {
    await act();
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return false;
  }
  toast(done);
  return true;
}
