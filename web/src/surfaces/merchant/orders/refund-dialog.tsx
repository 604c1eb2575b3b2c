import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { refundOrder, stillUsableQuery } from '@/features/checkout/api/admin-orders';
import { endMembership } from '@/features/clubs/api/members';
import { errorText } from '@/shared/api/api-error';
import type { OrderDetail, OrderLine, OrderReversal } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { dialogs } from '@/shared/ui/dialogs';
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
  const { mutateAsync: end } = useMutation(endMembership);
  const isClub = ({ appProductType }: OrderLine) => appProductType === 'AppClub';
  const usable = useQuery({ ...stillUsableQuery(order.transRecordId), enabled: lines.some(isClub) });
  const clubs = usable.data?.clubs ?? [];
  const offersEnd = (ids: number[]) => clubs.length > 0 && chosenOf(ids).some(isClub);
  const endClubs = async () => {
    try {
      for (const { membershipId } of clubs) await end(membershipId);
    } catch (error) {
      await dialogs.error({ title: i18n._('Membership not ended'), text: errorText(error) });
    }
  };
  const form = useAppForm({
    schema: () =>
      v.pipe(
        v.object({
          lines: v.pipe(v.array(v.number()), v.minLength(1, i18n._('Select at least one item.'))),
          reason: v.pipe(v.string(), v.trim(), v.maxLength(200)),
          endMembership: v.boolean(),
          typed: v.string(),
        }),
        v.forward(
          v.check(({ lines: ids, reason }) => !asksWhy(ids) || reason !== '', i18n._('Enter a reason.')),
          ['reason'],
        ),
        v.forward(
          v.check(
            ({ lines: ids, typed }) => parseAmount(typed) === sumOf(ids),
            i18n._("The amount doesn't match the refund."),
          ),
          ['typed'],
        ),
      ),
    values: {
      lines: lines.length === 1 ? lines.map(({ lineId }) => lineId) : [],
      reason: '',
      endMembership: false,
      typed: '',
    },
    send: async ({ lines: ids, reason, endMembership: ends }) => {
      const why = asksWhy(ids) ? { override: true, reason } : {};
      const all = ids.length === lines.length && order.disputed === 0;
      const reversal = await mutateAsync({ lines: all ? 'rest' : [...ids].sort((a, b) => a - b), ...why });
      // A refund that is declined or unknown leaves the membership as it is.
      if (ends && offersEnd(ids) && reversal.state === 'done') await endClubs();
      onDone(reversal);
    },
  });
  const ids = useWatch({ control: form.control, name: 'lines' });
  const sum = sumOf(ids);
  return (
    <FormDialog
      title={i18n._('Refund order {number}', { number: order.orderNumber })}
      form={form}
      submit={ids.length > 0 ? i18n._('Refund {amount}', { amount: say(sum) }) : i18n._('Refund')}
      onClose={onClose}
      cancel
      guard
    >
      <ChoicesField
        control={form.control}
        name="lines"
        label={i18n._('Items to refund')}
        choices={lines.map((line) => ({
          id: line.lineId,
          label: (
            <LineLabel
              amount={say(costOf(line))}
              note={line.used > 0 ? i18n._('Redeemed') : shipmentOf(line)?.label}
            >
              {line.name}
            </LineLabel>
          ),
        }))}
        help={i18n._('Unused codes are voided immediately.')}
      />
      {asksWhy(ids) && (
        <FormField
          control={form.control}
          name="reason"
          label={i18n._('Reason for refunding a used or shipped item')}
          autoComplete="off"
          maxLength={200}
        />
      )}
      {offersEnd(ids) && (
        <SwitchField
          control={form.control}
          name="endMembership"
          label={i18n._('End the membership when the refund succeeds')}
        />
      )}
      <FormField
        control={form.control}
        name="typed"
        label={i18n._('Enter the amount to confirm')}
        help={ids.length > 0 ? i18n._('Enter {amount}.', { amount: typedAmount(sum) }) : undefined}
        autoComplete="off"
        inputMode="numeric"
        maxLength={12}
      />
    </FormDialog>
  );
}
