import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import { forgetPurchase } from '@/features/checkout/model/forget-purchase';
import { ExportButton } from '@/features/identity/components/export-button';
import { clearSession } from '@/shared/api/session';
import { useDialogParam } from '@/shared/ui/dialog-param';
import { dialogs } from '@/shared/ui/dialogs';
import { openDialog } from '@/shared/ui/open-dialog';
import { SectionCard } from '@/shared/ui/section-card';
import { addressOf } from '../table';
import styles from './card-actions.module.css';

function openUpdatePassword() {
  return openDialog<void>(async () => {
    const { UpdatePasswordDialog } = await import('@/features/identity/components/update-password-dialog');
    return (settle) => <UpdatePasswordDialog onClose={() => settle(null)} />;
  });
}

/** Resolves to whether the account was deleted. */
function openDeleteAccount(): Promise<boolean | null> {
  return openDialog<boolean>(async () => {
    const { DeleteAccountDialog } = await import('@/features/identity/components/delete-account-dialog');
    return (settle) => <DeleteAccountDialog onClose={() => settle(null)} onDeleted={() => settle(true)} />;
  });
}

export function SecurityCard() {
  const navigate = useNavigate();
  const deleteAccount = async () => {
    if (!(await openDeleteAccount())) return;
    forgetPurchase();
    clearSession();
    await dialogs.success({
      title: i18n._('Account deleted'),
      text: i18n._('Your account is deleted. Thank you for washing with us.'),
    });
    await navigate(addressOf('home'), { replace: true });
  };
  useDialogParam('updatePassword', openUpdatePassword);
  useDialogParam('deleteAccount', deleteAccount);
  return (
    <SectionCard title={i18n._('Security')}>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={openUpdatePassword}>
          {i18n._('Update Password')}
        </Button>
        <ExportButton label={i18n._('Export my data')} />
        <Button variant="outlined" color="error" onClick={deleteAccount}>
          {i18n._('Delete Account')}
        </Button>
      </div>
    </SectionCard>
  );
}
