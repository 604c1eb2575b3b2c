import { errorText, errorTitle } from '../api/api-error';
import { dialogs } from '../ui/dialogs';

/** Performs an action and shows an error if it fails; returns whether it succeeded. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return false;
  }
}
