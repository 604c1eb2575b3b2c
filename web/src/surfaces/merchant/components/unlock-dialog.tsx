import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { unlock } from '@/features/identity/api/unlock';
import { PasswordDialog } from '@/features/identity/components/password-dialog';

type Props = { onDone: (unlocked: true) => void; onClose: () => void };

/** Asks the person for their password. */
export function UnlockDialog({ onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(unlock);
  return (
    <PasswordDialog
      title={i18n._('Enter your password')}
      submit={i18n._('Unlock')}
      send={async (password) => {
        await mutateAsync(password);
        onDone(true);
      }}
      onClose={onClose}
      cancel
    >
      <p>{i18n._('This protects your site on unattended screens. Unlocking lasts 10 minutes.')}</p>
    </PasswordDialog>
  );
}
