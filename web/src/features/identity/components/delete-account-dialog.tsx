import { i18n } from '@lingui/core';
import { deleteAccount } from '../api/account';
import styles from './delete-account-dialog.module.css';
import { ExportButton } from './export-button';
import { PasswordDialog } from './password-dialog';

type Props = { onClose: () => void; onDeleted: () => void };

/** Says what will happen, offers the customer's data, and asks for the password once more. */
export function DeleteAccountDialog({ onClose, onDeleted }: Props) {
  const send = async (password: string) => {
    await deleteAccount(password);
    onDeleted();
  };
  const title = i18n._('Delete Account');
  return (
    <PasswordDialog title={title} submit={title} send={send} onClose={onClose} cancel>
      <p className={styles.warning}>{i18n._('This cannot be undone.')}</p>
      <ul className={styles.effects}>
        <li>{i18n._('Your name, email, phone, vehicle and devices are erased at once.')}</li>
        <li>{i18n._('A wash club ends now, without a refund.')}</li>
        <li>{i18n._('Your card is removed at the payment provider.')}</li>
        <li>
          {i18n._(
            'Unused codes in your wallet stop working. Gifts that you sent stay with whom you gave them.',
          )}
        </li>
        <li>{i18n._('Records of payments stay for the books, without your name.')}</li>
        <li>
          {i18n._(
            'Coded fingerprints of your email, card and license plate stay, so that offers are once per person.',
          )}
        </li>
      </ul>
      <ExportButton label={i18n._('Export my data first')} />
    </PasswordDialog>
  );
}
