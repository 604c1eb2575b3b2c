import { errorText, errorTitle } from '../api/api-error';
import { type Render, show } from './dialog-stack';
import { dialogs } from './dialogs';
import { loadCode } from './load-code';

/**
 * Opens a dialog from any code. `load` fetches the dialog's code; if that fails, an error is shown. Resolves
 * to the answer, or null without one.
 */
export async function openDialog<T>(load: () => Promise<Render<T | null>>): Promise<T | null> {
  const from = location.pathname;
  let render: Render<T | null>;
  try {
    render = await loadCode(load);
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return null;
  }
  return location.pathname === from ? show(render, { none: null }) : null;
}
