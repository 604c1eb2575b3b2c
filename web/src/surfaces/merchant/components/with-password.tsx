import { ApiError } from '@/shared/api/api-error';
import { openDialog } from '@/shared/ui/open-dialog';

/** Whether the server wants the password before it does something. */
export function wantsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'password_required';
}

/** Asks for the password; whether it was right. */
export async function askForPassword(): Promise<boolean> {
  const unlocked = await openDialog<true>(async () => {
    const { UnlockDialog } = await import('./unlock-dialog');
    return (settle) => <UnlockDialog onDone={settle} onClose={() => settle(null)} />;
  });
  return unlocked === true;
}

/** Does something, after the password where the server wants that first. Without one, what the server said is thrown. */
export async function withPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!wantsPassword(error) || !(await askForPassword())) throw error;
    return act();
  }
}
