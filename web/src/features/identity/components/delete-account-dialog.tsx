import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import styles from '@/shared/forms/form.module.css';
import { FormActions } from '@/shared/forms/form-actions';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { entered } from '@/shared/forms/rules';
import { showFailure } from '@/shared/forms/submit-failure';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { deleteAccount } from '../api/account';
import own from './delete-account-dialog.module.css';
import { ExportButton } from './export-button';

type Props = { onClose: () => void; onDeleted: () => void };

/** Says what will happen, offers the customer's data, and asks for the password once more. */
export function DeleteAccountDialog({ onClose, onDeleted }: Props) {
  const resolver = useMemo(() => valibotResolver(v.object({ password: entered() })), []);
  const form = useForm<{ password: string }>({
    resolver,
    mode: 'onTouched',
    defaultValues: { password: '' },
  });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await deleteAccount(password);
    } catch (error) {
      showFailure(form, error);
      return;
    }
    onDeleted();
  });
  return (
    <PanelDialog title={i18n._('Delete Account')} onClose={onClose} busy={form.formState.isSubmitting}>
      <p className={own.warning}>{i18n._('This cannot be undone.')}</p>
      <ul className={own.effects}>
        <li>{i18n._('Your name, email, phone, vehicle and devices are erased at once.')}</li>
        <li>{i18n._('A wash club ends now, without a refund.')}</li>
        <li>{i18n._('Your card is removed at the payment provider.')}</li>
        <li>
          {i18n._(
            'Unused codes in your wallet stop working. Gifts that you sent stay with whom you gave them.',
          )}
        </li>
        <li>{i18n._('Records of payments stay for the books, without your name.')}</li>
      </ul>
      <ExportButton label={i18n._('Export my data first')} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormField
          control={form.control}
          name="password"
          label={i18n._('Password')}
          type="password"
          autoComplete="current-password"
        />
        <FormActions control={form.control} label={i18n._('Delete Account')} onCancel={onClose} />
        <FormFailure control={form.control} />
      </form>
    </PanelDialog>
  );
}
