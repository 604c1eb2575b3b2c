import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { adjustGiftCard } from '@/features/gift-cards/api/admin-gift-cards';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { atMost } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { amount, parseAmount } from '../components/amount';
import { AmountField } from '../components/amount-field';
import { ReasonField } from '../components/reason-field';

type Props = { cardId: number; balance: number; onDone: () => void; onClose: () => void };

/** Adds an amount to a gift card or deducts it. */
export function AdjustDialog({ cardId, balance, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(adjustGiftCard(cardId));
  const form = useAppForm({
    schema: () => v.object({ way: v.picklist(['on', 'off']), amount: amount(), reason: atMost(200) }),
    values: { way: 'on', amount: '', reason: '' },
    send: async ({ way, amount: typed, reason }) => {
      const minor = parseAmount(typed) ?? 0;
      await mutateAsync({ amount: way === 'on' ? minor : -minor, reason });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Adjust balance')}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      cancel
      guard
      intro={<p>{i18n._('Current balance: {amount}', { amount: money(balance) })}</p>}
    >
      <SelectField
        control={form.control}
        name="way"
        label={i18n._('Adjustment')}
        autoComplete="off"
        options={[
          { value: 'on', label: i18n._('Add to card') },
          { value: 'off', label: i18n._('Deduct from card') },
        ]}
      />
      <AmountField control={form.control} name="amount" label={i18n._('Amount')} />
      <ReasonField control={form.control} />
    </FormDialog>
  );
}
