import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { useDialogParam } from '@/shared/lib/dialog-param';
import { SectionCard } from '@/shared/ui/section-card';

const UpdatePasswordDialog = lazy(() =>
  import('@/features/identity/components/update-password-dialog').then((m) => ({
    default: m.UpdatePasswordDialog,
  })),
);

export function SecurityCard() {
  const password = useDialogParam('updatePassword');
  return (
    <SectionCard title={i18n._('Security')}>
      <Button variant="outlined" onClick={password.open}>
        {i18n._('Update Password')}
      </Button>
      <Suspense>{password.isOpen && <UpdatePasswordDialog onClose={password.close} />}</Suspense>
    </SectionCard>
  );
}
