import { openDialog } from '@/shared/ui/open-dialog';

/** Asks for the password before `act`; null if it wasn't done. */
export function confirmWithPassword<T>(
  title: string,
  text: string,
  submit: string,
  act: (password: string) => Promise<T>,
) {
  return openDialog<{ done: T }>(async () => {
    const { PasswordDialog } = await import('./password-dialog');
    return (settle) => (
      <PasswordDialog
        title={title}
        submit={submit}
        send={async (password) => settle({ done: await act(password) })}
        onClose={() => settle(null)}
        cancel
      >
        <p>{text}</p>
      </PasswordDialog>
    );
  });
}
