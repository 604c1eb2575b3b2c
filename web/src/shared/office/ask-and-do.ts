import { i18n } from '@lingui/core';
import { errorText, errorTitle } from '../api/api-error';
import { dialogs } from '../ui/dialogs';
import { toast } from '../ui/toasts';
import { confirmByTyping } from './confirm-by-typing';

type Question = {
  title: string;
  text: string;
  /** Word to type before an irreversible action. */
  word?: string;
  yes: string;
  done: string;
};

function isSure({ title, text, word, yes }: Question): Promise<boolean> {
  if (word !== undefined) return confirmByTyping({ title, text, word, yes });
  return dialogs.confirm({ kind: 'warning', title, text, yes, no: i18n._('Cancel') });
}

/** Asks, performs the action and shows the result. A second click in the meantime is ignored. */
export async function askAndDo(question: Question, act: () => Promise<unknown>): Promise<boolean> {
  if (!(await isSure(question))) return false;
  try {
    await act();
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return false;
  }
  toast(question.done);
  return true;
}
