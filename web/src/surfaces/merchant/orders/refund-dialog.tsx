import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { refundOrder, stillUsableQuery } from '@/features/checkout/api/admin-orders';
import type { OrderDetail, OrderLine, OrderReversal } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { amountToEnter, parseAmount } from '../components/amount';
import { ChoicesField } from '../components/choices-field';
import { LineLabel } from '../components/line-label';
import { refundDestinations, refundReasons, shipmentOf } from './order-words';
import {
  amountOf,
  chosenLines,
  needsOverride,
  type RefundEntry,
  type RefundType,
  refundRequest,
} from './refund-request';
import { canRestock, costOf, partCodes, refundableLines, splittableLines } from './refundable';

type Props = { order: OrderDetail; onDone: (reversal: OrderReversal) => void; onClose: () => void };

const isClub = ({ appProductType }: OrderLine) => appProductType === 'AppClub';

/** Initial values, with everything selected that has no alternative. */
function initialEntry(lines: OrderLine[]): RefundEntry & { typed: string } {
  return {
    type: 'items',
    lines: lines.length === 1 ? lines.map(({ lineId }) => lineId) : [],
    line: '',
    quantity: '1',
    amount: '',
    refundReason: 'customer_request',
    destination: 'card',
    restock: true,
    endMembership: false,
    reason: '',
    typed: '',
  };
}

function entrySchema(order: OrderDetail) {
  const lines = refundableLines(order);
  const lineOf = (id: string) => lines.find(({ lineId }) => String(lineId) === id);
  return v.pipe(
    v.object({
      type: v.picklist(['items', 'quantity', 'amount']),
      lines: v.array(v.number()),
      line: v.string(),
      quantity: v.string(),
      amount: v.string(),
      refundReason: v.picklist(refundReasons().map(({ value }) => value)),
      destination: v.picklist(['card', 'gift_card']),
      restock: v.boolean(),
      endMembership: v.boolean(),
      reason: v.pipe(v.string(), v.trim(), v.maxLength(200)),
      typed: v.string(),
    }),
    v.forward(
      v.check(
        ({ type, lines: ids }) => type !== 'items' || ids.length > 0,
        i18n._('Select at least one item.'),
      ),
      ['lines'],
    ),
    v.forward(
      v.check(({ type, line }) => type === 'items' || lineOf(line) !== undefined, i18n._('Select an item.')),
      ['line'],
    ),
    v.forward(
      v.check(({ type, line, amount }) => {
        const [entered, of] = [parseAmount(amount, order.currency), lineOf(line)];
        return type !== 'amount' || (entered !== null && entered > 0 && (!of || entered < costOf(of)));
      }, i18n._('Enter an amount that is less than the price of the item.')),
      ['amount'],
    ),
    v.forward(
      v.check((entry) => !needsOverride(order, entry) || entry.reason !== '', i18n._('Enter a reason.')),
      ['reason'],
    ),
    v.forward(
      v.check(
        (entry) => parseAmount(entry.typed, order.currency) === amountOf(order, entry),
        i18n._("The amount doesn't match the refund."),
      ),
      ['typed'],
    ),
  );
}

/** Refunds an order: whole items, bundle codes or an amount, after the amount was typed. */
export function RefundDialog({ order, onDone, onClose }: Props) {
  const lines = refundableLines(order);
  const splittable = splittableLines(lines);
  const bundles = lines.filter((line) => partCodes(line) > 0);
  const formatted = (minor: number) => money(minor, { currency: order.currency });
  const { mutateAsync } = useMutation(refundOrder(order.transRecordId));
  const usable = useQuery({ ...stillUsableQuery(order.transRecordId), enabled: lines.some(isClub) });
  const form = useAppForm({
    schema: () => entrySchema(order),
    values: initialEntry(lines),
    send: async ({ typed: _typed, ...entry }) => onDone(await mutateAsync(refundRequest(order, entry))),
  });
  const entry = useWatch({ control: form.control }) as RefundEntry;
  const [sum, chosen] = [amountOf(order, entry), chosenLines(order, entry)];
  const types: { value: RefundType; label: string }[] = [
    { value: 'items', label: i18n._('Whole items') },
    ...(bundles.length > 0
      ? [{ value: 'quantity' as const, label: i18n._('Unused codes of a bundle') }]
      : []),
    ...(splittable.length > 0 ? [{ value: 'amount' as const, label: i18n._('Amount') }] : []),
  ];
  const selectType = (type: string) => {
    const [only, ...others] = type === 'quantity' ? bundles : splittable;
    const line = only && others.length === 0 ? only : undefined;
    form.setValue('line', line ? String(line.lineId) : '');
    form.setValue('quantity', String(line ? Math.max(partCodes(line), 1) : 1));
  };
  const endsMembership =
    (usable.data?.clubs.length ?? 0) > 0 && entry.type === 'items' && chosen.some(isClub);
  return (
    <FormDialog
      title={i18n._('Refund order {number}', { number: order.orderNumber })}
      form={form}
      submit={sum > 0 ? i18n._('Refund {amount}', { amount: formatted(sum) }) : i18n._('Refund order')}
      onClose={onClose}
      cancel
      guard
    >
      {types.length > 1 && (
        <SelectField
          control={form.control}
          name="type"
          label={i18n._('Refund type')}
          autoComplete="off"
          options={types}
          onChosen={selectType}
        />
      )}
      {entry.type === 'items' ? (
        <ChoicesField
          control={form.control}
          name="lines"
          label={i18n._('Items to refund')}
          choices={lines.map((line) => ({
            id: line.lineId,
            label: (
              <LineLabel
                amount={formatted(costOf(line))}
                note={line.used > 0 ? i18n._('Redeemed') : shipmentOf(line)?.label}
              >
                {line.name}
              </LineLabel>
            ),
          }))}
          help={i18n._('Unused codes are voided immediately.')}
        />
      ) : (
        <SelectField
          control={form.control}
          name="line"
          label={i18n._('Item')}
          autoComplete="off"
          options={[
            { value: '', label: i18n._('Select an item') },
            ...(entry.type === 'amount' ? splittable : bundles).map((line) => ({
              value: String(line.lineId),
              label: `${line.name} · ${formatted(costOf(line))}`,
            })),
          ]}
          onChosen={() => form.setValue('quantity', '1')}
        />
      )}
      {entry.type === 'quantity' && chosen[0] && (
        <SelectField
          control={form.control}
          name="quantity"
          label={i18n._('Unused codes')}
          autoComplete="off"
          options={Array.from({ length: partCodes(chosen[0]) }, (_, index) => String(index + 1)).map(
            (value) => ({
              value,
              label: i18n._('{value} of {quantity}', { value, quantity: chosen[0]?.quantity ?? 0 }),
            }),
          )}
        />
      )}
      {entry.type === 'amount' && (
        <FormField
          control={form.control}
          name="amount"
          label={i18n._('Amount, including tax')}
          help={i18n._('The customer keeps the item.')}
          autoComplete="off"
          inputMode="decimal"
          maxLength={12}
        />
      )}
      <SelectField
        control={form.control}
        name="refundReason"
        label={i18n._('Reason')}
        autoComplete="off"
        options={refundReasons()}
      />
      {needsOverride(order, entry) && (
        <FormField
          control={form.control}
          name="reason"
          label={i18n._('Reason for refunding a used or shipped item')}
          autoComplete="off"
          maxLength={200}
        />
      )}
      <SelectField
        control={form.control}
        name="destination"
        label={i18n._('Refund to')}
        autoComplete="off"
        options={refundDestinations()}
      />
      {entry.type === 'items' && chosen.some(canRestock) && (
        <SwitchField control={form.control} name="restock" label={i18n._('Return items to stock')} />
      )}
      {endsMembership && (
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
        help={sum > 0 ? i18n._('Enter {amount}.', { amount: amountToEnter(sum, order.currency) }) : undefined}
        autoComplete="off"
        inputMode="decimal"
        maxLength={12}
      />
    </FormDialog>
  );
}
