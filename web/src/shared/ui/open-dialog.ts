import { errorText, errorTitle } from '../api/api-error';
import { type Render, show } from './dialog-stack';
import { dialogs } from './dialogs';
import { loadCode } from './load-code';

/**
 * Asks for something in a dialog of its own, from any code. `load` fetches the code of the dialog; where that fails the
 * customer is told. The promise holds the answer, or null when there was none.
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
