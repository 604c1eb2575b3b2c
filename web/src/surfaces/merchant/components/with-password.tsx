import { unlockWith } from '@/features/identity/api/unlock';
import { confirmWithPassword } from '@/features/identity/components/confirm-with-password';
import { ApiError } from '@/shared/api/api-error';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';

/** Whether the server requires the password first. */
export function wantsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'password_required';
}

/** Asks for the password; returns whether it was correct. */
export async function askForPassword(): Promise<boolean> {
  const unlocked = await openDialog<true>(async () => {
    const { UnlockDialog } = await import('./unlock-dialog');
    return (settle) => <UnlockDialog onDone={settle} onClose={() => settle(null)} />;
  });
  return unlocked === true;
}

/**
 * Performs an action, after the password if the server requires it. Without the password, throws the server's
 * error.
 */
export async function withPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!wantsPassword(error) || !(await askForPassword())) throw error;
    return act();
  }
}

type Question = { title: string; text: string; yes: string; done: string };

/**
 * Asks for confirmation with the password, performs the action, which the server locks without it, and shows the
 * result.
 */
export async function unlockAndDo({ title, text, yes, done }: Question, act: () => Promise<unknown>) {
  const performed = await confirmWithPassword(title, text, yes, async (password) => {
    await unlockWith(password);
    await act();
  });
  if (performed) toast(done);
  return performed !== null;
}
