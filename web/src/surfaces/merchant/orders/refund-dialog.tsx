import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { refundOrder } from '@/features/checkout/api/admin-orders';
import type { OrderDetail, OrderReversal } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { parseAmount, typedAmount } from '../components/amount';
import { ChoicesField } from '../components/choices-field';
import { LineLabel } from '../components/line-label';
import { shipmentOf } from './order-words';
import { costOf, needsReason, refundableLines } from './refundable';

type Props = { order: OrderDetail; onDone: (reversal: OrderReversal) => void; onClose: () => void };

/** Chooses what is given back. Money leaves only once its amount was typed. */
export function RefundDialog({ order, onDone, onClose }: Props) {
  const lines = refundableLines(order);
  const { currency } = order;
  const say = (minor: number) => money(minor, { currency });
  const chosenOf = (ids: number[]) => lines.filter(({ lineId }) => ids.includes(lineId));
  const sumOf = (ids: number[]) => chosenOf(ids).reduce((sum, line) => sum + costOf(line), 0);
  const asksWhy = (ids: number[]) => chosenOf(ids).some(needsReason);
  const { mutateAsync } = useMutation(refundOrder(order.transRecordId));
  const form = useAppForm({
    schema: () =>
      v.pipe(
        v.object({
          lines: v.pipe(v.array(v.number()), v.minLength(1, i18n._('Please choose what is refunded.'))),
          reason: v.pipe(v.string(), v.trim(), v.maxLength(200)),
          typed: v.string(),
        }),
        v.forward(
          v.check(({ lines: ids, reason }) => !asksWhy(ids) || reason !== '', i18n._('Please say why.')),
          ['reason'],
        ),
        v.forward(
          v.check(
            ({ lines: ids, typed }) => parseAmount(typed) === sumOf(ids),
            i18n._('This is not the amount of the refund.'),
          ),
          ['typed'],
        ),
      ),
    values: { lines: lines.length === 1 ? lines.map(({ lineId }) => lineId) : [], reason: '', typed: '' },
    send: async ({ lines: ids, reason }) => {
      const why = asksWhy(ids) ? { override: true, reason } : {};
      const all = ids.length === lines.length && order.disputed === 0;
      onDone(await mutateAsync({ lines: all ? 'rest' : [...ids].sort((a, b) => a - b), ...why }));
    },
  });
  const ids = useWatch({ control: form.control, name: 'lines' });
  const sum = sumOf(ids);
  return (
    <FormDialog
      title={i18n._('Refund of order {number}', { number: order.orderNumber })}
      form={form}
      submit={ids.length > 0 ? i18n._('Refund {amount}', { amount: say(sum) }) : i18n._('Refund')}
      onClose={onClose}
      cancel
      guard
    >
      <ChoicesField
        control={form.control}
        name="lines"
        label={i18n._('What is refunded')}
        choices={lines.map((line) => ({
          id: line.lineId,
          label: (
            <LineLabel
              amount={say(costOf(line))}
              note={line.used > 0 ? i18n._('Used') : shipmentOf(line)?.label}
            >
              {line.name}
            </LineLabel>
          ),
        }))}
        help={i18n._('Codes that were not used stop working at once.')}
      />
      {asksWhy(ids) && (
        <FormField
          control={form.control}
          name="reason"
          label={i18n._('Why, although it was used or sent')}
          autoComplete="off"
          maxLength={200}
        />
      )}
      <FormField
        control={form.control}
        name="typed"
        label={i18n._('Type the amount to confirm')}
        help={ids.length > 0 ? i18n._('Please type {amount}.', { amount: typedAmount(sum) }) : undefined}
        autoComplete="off"
        inputMode="numeric"
        maxLength={12}
      />
    </FormDialog>
  );
}
