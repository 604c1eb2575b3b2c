import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { recordDispute } from '@/features/checkout/api/admin-orders';
import type { OrderDetail } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { amount, parseAmount, typedAmount } from '../components/amount';
import { DateField } from '../components/date-field';
import { dayIn } from '../components/zoned';
import { disputeReason, disputeReasons } from './dispute-words';

type Props = { order: OrderDetail; onDone: () => void; onClose: () => void };

/** Takes what the processor tells of a charge that the customer's bank took back. */
export function DisputeDialog({ order, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(recordDispute(order.transRecordId));
  const { timeZone } = site();
  const { disputable, currency } = order;
  const most = money(disputable, { currency });
  const form = useAppForm({
    schema: () =>
      v.object({
        amount: v.pipe(
          amount(),
          v.check(
            (text) => {
              const minor = parseAmount(text) ?? 0;
              return minor > 0 && minor <= disputable;
            },
            i18n._('At most {most} is left of this payment.', { most }),
          ),
        ),
        reason: v.picklist(disputeReasons, i18n._('Please choose what the customer says.')),
        caseNumber: v.pipe(v.string(), v.trim(), v.maxLength(100)),
        respondBy: required(),
        takeBack: v.boolean(),
      }),
    values: {
      amount: typedAmount(disputable),
      reason: '' as 'other',
      caseNumber: '',
      respondBy: dayIn(timeZone, 7),
      takeBack: false,
    },
    send: async ({ amount: typed, caseNumber, ...rest }) => {
      await mutateAsync({ ...rest, amount: parseAmount(typed) ?? 0, ...(caseNumber && { caseNumber }) });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Dispute of order {number}', { number: order.orderNumber })}
      form={form}
      submit={i18n._('Record the dispute')}
      onClose={onClose}
      cancel
      guard
      intro={
        <p>
          {i18n._(
            'The bank took this money already. It cannot be refunded too, and comes back into your books if you win.',
          )}
        </p>
      }
    >
      <FormField
        control={form.control}
        name="amount"
        label={i18n._('Amount that the bank took back')}
        help={i18n._('At most {most} is left of this payment.', { most })}
        autoComplete="off"
        inputMode="numeric"
        maxLength={12}
      />
      <SelectField
        control={form.control}
        name="reason"
        label={i18n._('What the customer says')}
        autoComplete="off"
        options={disputeReasons.map((value) => ({ value, label: disputeReason(value) }))}
      />
      <FormField
        control={form.control}
        name="caseNumber"
        label={i18n._('Case number of the processor')}
        autoComplete="off"
        maxLength={100}
        optional
      />
      <DateField
        control={form.control}
        name="respondBy"
        label={i18n._('To be answered by')}
        min={dayIn(timeZone)}
        max={dayIn(timeZone, 365)}
      />
      <SwitchField
        control={form.control}
        name="takeBack"
        label={i18n._('Take unused codes of this order out of use')}
      />
    </FormDialog>
  );
}
