import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { forgetPurchase } from '@/features/checkout/model/forget-purchase';
import { ExportButton } from '@/features/identity/components/export-button';
import { clearSession } from '@/shared/api/session';
import { useDialogParam } from '@/shared/lib/dialog-param';
import { paths } from '@/shared/site/routes';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import styles from './card-actions.module.css';

const UpdatePasswordDialog = lazy(() =>
  import('@/features/identity/components/update-password-dialog').then((m) => ({
    default: m.UpdatePasswordDialog,
  })),
);
const DeleteAccountDialog = lazy(() =>
  import('@/features/identity/components/delete-account-dialog').then((m) => ({
    default: m.DeleteAccountDialog,
  })),
);

export function SecurityCard() {
  const password = useDialogParam('updatePassword');
  const deletion = useDialogParam('deleteAccount');
  const navigate = useNavigate();
  const farewell = async () => {
    clearSession();
    forgetPurchase();
    await dialogs.success({
      title: i18n._('Your account is deleted.'),
      text: i18n._('Your account is gone. Goodbye, and thank you for every wash.'),
    });
    await navigate(paths.home, { replace: true });
  };
  return (
    <SectionCard title={i18n._('Security')}>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={password.open}>
          {i18n._('Update Password')}
        </Button>
        <ExportButton label={i18n._('Export my data')} />
        <Button variant="outlined" color="error" onClick={deletion.open}>
          {i18n._('Delete Account')}
        </Button>
      </div>
      <Suspense>
        {password.isOpen && <UpdatePasswordDialog onClose={password.close} />}
        {deletion.isOpen && <DeleteAccountDialog onClose={deletion.close} onDeleted={farewell} />}
      </Suspense>
    </SectionCard>
  );
}
