import { errorText, errorTitle } from '../api/api-error';
import { dialogs } from '../ui/dialogs';

/** Does it, and says why it could not be done; whether it was. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return false;
  }
}
