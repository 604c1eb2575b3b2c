import { i18n } from '@lingui/core';
import { deleteAccount } from '../api/account';
import styles from './delete-account-dialog.module.css';
import { ExportButton } from './export-button';
import { PasswordDialog } from './password-dialog';

type Props = { onClose: () => void; onDeleted: () => void };

/** Explains the consequences, offers a data export and asks for the password. */
export function DeleteAccountDialog({ onClose, onDeleted }: Props) {
  const send = async (password: string) => {
    await deleteAccount(password);
    onDeleted();
  };
  const title = i18n._('Delete Account');
  return (
    <PasswordDialog title={title} submit={title} send={send} onClose={onClose} cancel>
      <p className={styles.warning}>{i18n._("You can't undo this.")}</p>
      <ul className={styles.effects}>
        <li>{i18n._('We erase your name, email, phone, vehicle and devices right away.')}</li>
        <li>{i18n._('Your wash club ends now, without a refund.')}</li>
        <li>{i18n._('We remove your card from the payment processor.')}</li>
        <li>{i18n._("Unused codes in your wallet stop working. Gifts you've sent aren't affected.")}</li>
        <li>{i18n._('We keep payment records without your name for accounting.')}</li>
        <li>
          {i18n._(
            'We keep scrambled copies of your email, card and license plate so that each person can use an offer only once.',
          )}
        </li>
      </ul>
      <ExportButton label={i18n._('Export my data first')} />
    </PasswordDialog>
  );
}
