import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { recordDispute } from '@/features/checkout/api/admin-orders';
import type { OrderDetail } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { visible } from '@/shared/format/visible';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { amount, amountToEnter, parseAmount } from '../components/amount';
import { AmountField } from '../components/amount-field';
import { DateField } from '../components/date-field';
import { dayIn } from '../components/zoned';
import { disputeReason, disputeReasons } from './dispute-words';

type Props = { order: OrderDetail; onDone: () => void; onClose: () => void };

/** Records a chargeback as reported by the processor. */
export function DisputeDialog({ order, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(recordDispute(order.transRecordId));
  const { timeZone } = site();
  const { disputable, currency } = order;
  const most = money(disputable, { currency });
  const form = useAppForm({
    schema: () =>
      v.object({
        amount: v.pipe(
          amount(currency),
          v.check(
            (text) => {
              const minor = parseAmount(text, currency) ?? 0;
              return minor > 0 && minor <= disputable;
            },
            i18n._('Up to {most} of this payment can be disputed.', { most }),
          ),
        ),
        reason: v.picklist(disputeReasons, i18n._('Select a dispute reason.')),
        caseNumber: v.pipe(v.string(), v.trim(), v.maxLength(100)),
        respondBy: required(),
        takeBack: v.boolean(),
      }),
    values: {
      amount: amountToEnter(disputable, currency),
      reason: '' as 'other',
      caseNumber: '',
      respondBy: dayIn(timeZone, 7),
      takeBack: false,
    },
    send: async ({ amount: typed, caseNumber, ...rest }) => {
      await mutateAsync({
        ...rest,
        amount: parseAmount(typed, currency) ?? 0,
        ...(caseNumber && { caseNumber }),
      });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Record dispute for order {number}', { number: order.orderNumber })}
      form={form}
      submit={i18n._('Record dispute')}
      onClose={onClose}
      cancel
      guard
      intro={
        <p>
          {i18n._(
            "The bank has already returned this money to the customer, so you can't refund it. If you win, the amount is added back to your books.",
          )}
        </p>
      }
    >
      <AmountField
        control={form.control}
        name="amount"
        label={i18n._('Disputed amount')}
        help={i18n._('Up to {most} of this payment can be disputed.', { most })}
        currency={currency}
      />
      <SelectField
        control={form.control}
        name="reason"
        label={i18n._('Dispute reason')}
        autoComplete="off"
        options={disputeReasons.map((value) => ({ value, label: disputeReason(value) }))}
      />
      <FormField
        control={form.control}
        name="caseNumber"
        sanitize={visible}
        label={i18n._('Processor case number')}
        autoComplete="off"
        maxLength={100}
        optional
      />
      <DateField
        control={form.control}
        name="respondBy"
        label={i18n._('Response due')}
        min={dayIn(timeZone)}
        max={dayIn(timeZone, 365)}
      />
      <SwitchField control={form.control} name="takeBack" label={i18n._("Void this order's unused codes")} />
    </FormDialog>
  );
}
