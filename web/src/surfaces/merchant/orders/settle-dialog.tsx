import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { settleOrder } from '@/features/checkout/api/admin-orders';
import type { OrderDetail } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { visible } from '@/shared/format/visible';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Facts } from '@/shared/ui/facts';
import { amount, amountToEnter, parseAmount } from '../components/amount';
import { AmountField } from '../components/amount-field';
import { processorName } from './order-words';

type Payment = NonNullable<OrderDetail['payment']>;
type Props = { order: OrderDetail; payment: Payment; onDone: () => void; onClose: () => void };

/** Records the outcome found in the processor's dashboard. */
export function SettleDialog({ order, payment, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(settleOrder(order.transRecordId));
  const form = useAppForm({
    schema: () =>
      v.object({
        found: v.picklist(['approved', 'takeBack', 'none'], i18n._('Select an outcome.')),
        transaction: v.string(),
        code: v.string(),
        amount: amount(order.currency),
      }),
    values: {
      found: '' as 'none',
      transaction: '',
      code: '',
      amount: amountToEnter(payment.amount, order.currency),
    },
    send: async ({ found, transaction, code, amount: typed }) => {
      if (found === 'none') await mutateAsync({ approved: false });
      else {
        const back = { takeBack: true, amount: parseAmount(typed, order.currency) };
        await mutateAsync({ approved: true, transaction, code, ...(found === 'takeBack' && back) });
      }
      onDone();
    },
  });
  const found = useWatch({ control: form.control, name: 'found' });
  return (
    <FormDialog
      title={i18n._('Resolve payment')}
      form={form}
      submit={found === 'takeBack' ? i18n._('Refund charge') : i18n._('Save outcome')}
      onClose={onClose}
      cancel
      guard
      intro={
        <>
          <p>
            {i18n._('Find this charge in {processor} and check each of these:', {
              processor: processorName(payment.processor),
            })}
          </p>
          <Facts
            facts={[
              [i18n._('Reference'), payment.reference],
              [i18n._('Amount'), money(payment.amount, { currency: order.currency })],
              [i18n._('Order date'), dateTime(order.createdAt)],
              [i18n._('Customer'), order.customerName ?? order.customerEmail ?? '–'],
            ]}
          />
          {payment.processor === 'exacthosted' && (
            <p>
              {i18n._(
                'E-xact shows the first 20 characters of the reference. Check again the next day before you decide there is no charge.',
              )}
            </p>
          )}
        </>
      }
    >
      <SelectField
        control={form.control}
        name="found"
        label={i18n._('What did you find?')}
        autoComplete="off"
        options={[
          { value: 'approved', label: i18n._('Approved: keep it') },
          { value: 'takeBack', label: i18n._('Approved: refund it') },
          { value: 'none', label: i18n._('No charge found') },
        ]}
      />
      {found !== 'none' && (
        <>
          <FormField
            control={form.control}
            name="transaction"
            label={i18n._('Transaction number')}
            autoComplete="off"
            help={i18n._('As shown by your processor (E-xact: tag)')}
          />
          <FormField
            control={form.control}
            name="code"
            sanitize={visible}
            label={i18n._('Authorization number')}
            autoComplete="off"
            optional={payment.processor !== 'exacthosted'}
          />
        </>
      )}
      {found === 'takeBack' && (
        <AmountField
          control={form.control}
          name="amount"
          label={i18n._('Amount charged')}
          currency={order.currency}
        />
      )}
    </FormDialog>
  );
}
