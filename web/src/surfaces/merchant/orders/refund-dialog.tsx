import { i18n } from '@lingui/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { adminOrderQuery, refundOrder, stillUsableQuery } from '@/features/checkout/api/admin-orders';
import { ApiError } from '@/shared/api/api-error';
import type { OrderDetail, OrderLine, OrderReversal } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { amountError, amountToEnter, parseAmount } from '../components/amount';
import { AmountField } from '../components/amount-field';
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
import { bundlesOf, canRestock, costOf, mostOf, partCodes, splittableLines, wholeLines } from './refundable';

type Props = { order: OrderDetail; onDone: (reversal: OrderReversal) => void; onClose: () => void };

const isClub = ({ appProductType }: OrderLine) => appProductType === 'AppClub';

/** Types of refund that are possible. */
function refundTypes(order: OrderDetail): { value: RefundType; label: string }[] {
  const isSplittable = splittableLines(order).length > 0;
  return [
    ...(wholeLines(order).length > 0 ? [{ value: 'items' as const, label: i18n._('Whole items') }] : []),
    ...(bundlesOf(order).length > 0
      ? [{ value: 'quantity' as const, label: i18n._('Unused bundle codes') }]
      : []),
    ...(isSplittable ? [{ value: 'amount' as const, label: i18n._('Amount') }] : []),
  ];
}

type Entry = RefundEntry & { expectedAmount: string };

/** Initial values, with everything selected that has no alternative. */
function initialEntry(order: OrderDetail): Entry {
  const [only, ...others] = wholeLines(order);
  return {
    type: refundTypes(order)[0]?.value ?? 'items',
    lines: only && others.length === 0 ? [only.lineId] : [],
    line: '',
    quantity: '1',
    amount: '',
    refundReason: 'customer_request',
    destination: 'card',
    restock: true,
    endMembership: false,
    reason: '',
    expectedAmount: '',
  };
}

/** Whether the selected items are refunded without money, so that there is no amount to confirm. */
const isFree = (order: OrderDetail, entry: RefundEntry) =>
  entry.type !== 'amount' && chosenLines(order, entry).length > 0 && amountOf(order, entry) === 0;

/** `current`: the order as it is now. */
function entrySchema(current: () => OrderDetail) {
  const { currency, refundable } = current();
  const formatted = (minor: number) => money(minor, { currency });
  const most = ({ line: id }: Pick<RefundEntry, 'line'>) => {
    const order = current();
    const line = order.lines.find(({ lineId }) => String(lineId) === id);
    return line ? mostOf(order, line) : refundable;
  };
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
      expectedAmount: v.string(),
    }),
    v.forward(
      v.check(
        (entry) => entry.type !== 'items' || chosenLines(current(), entry).length > 0,
        i18n._('Select at least one item.'),
      ),
      ['lines'],
    ),
    v.forward(
      v.check(
        (entry) => entry.type !== 'items' || amountOf(current(), entry) <= current().refundable,
        () => i18n._('Select items for up to {amount}.', { amount: formatted(current().refundable) }),
      ),
      ['lines'],
    ),
    v.forward(
      v.check(
        (entry) => entry.type === 'items' || chosenLines(current(), entry).length > 0,
        i18n._('Select an item.'),
      ),
      ['line'],
    ),
    v.forward(
      v.check(
        (entry) => {
          const entered = parseAmount(entry.amount, currency);
          return entry.type !== 'amount' || (entered !== null && entered > 0 && entered <= most(entry));
        },
        ({ input }) =>
          amountError(input.amount, currency) ??
          i18n._('Enter an amount up to {amount}.', { amount: formatted(most(input)) }),
      ),
      ['amount'],
    ),
    v.forward(
      v.check((entry) => !needsOverride(current(), entry) || entry.reason !== '', i18n._('Enter a reason.')),
      ['reason'],
    ),
    v.forward(
      v.check(
        (entry) =>
          isFree(current(), entry) ||
          parseAmount(entry.expectedAmount, currency) === amountOf(current(), entry),
        i18n._("The amount doesn't match the refund."),
      ),
      ['expectedAmount'],
    ),
  );
}

/** Details of an item that affect its refund. */
function noteOf(line: OrderLine, formatted: (minor: number) => string): string | undefined {
  const { used, loadedCard: card, refundable, startsLater } = line;
  if (startsLater) return i18n._('Starts later. Refunding it undoes the club change.');
  if (card?.isHeld) return i18n._('In use at a kiosk');
  if (used > 0) return i18n._('Redeemed');
  if (refundable == null || refundable === costOf(line)) return shipmentOf(line)?.label;
  return card
    ? i18n._('{balance} of {loaded} left on the card', {
        balance: formatted(Math.min(card.balance, card.amount)),
        loaded: formatted(card.amount),
      })
    : i18n._('{amount} credited toward another club', { amount: formatted(costOf(line) - refundable) });
}

/** Refunds an order: whole items, bundle codes or an amount, after the amount was typed. */
export function RefundDialog({ order: opened, onDone, onClose }: Props) {
  const client = useQueryClient();
  const [order, setOrder] = useState(opened);
  // The schema is created once, but an amount can change while the dialog is open.
  const latest = useRef(opened);
  const splittable = splittableLines(order);
  const bundles = bundlesOf(order);
  const items = wholeLines(order);
  const hasCodes = items.some(({ unused }) => unused > 0);
  const formatted = (minor: number) => money(minor, { currency: order.currency });
  const { mutateAsync } = useMutation(refundOrder(order.transRecordId));
  const usable = useQuery({ ...stillUsableQuery(order.transRecordId), enabled: items.some(isClub) });
  const form = useAppForm({
    schema: () => entrySchema(() => latest.current),
    values: initialEntry(order),
    send: async ({ expectedAmount: _typed, ...entry }) => {
      try {
        onDone(await mutateAsync(refundRequest(latest.current, entry)));
      } catch (error) {
        // After a lost response, the same request is sent again.
        if (error instanceof ApiError && error.code === 'price_changed') {
          latest.current = await client.fetchQuery({
            ...adminOrderQuery(opened.transRecordId),
            staleTime: 0,
          });
          setOrder(latest.current);
        }
        throw error;
      }
    },
  });
  const entry = useWatch({ control: form.control }) as RefundEntry;
  const [sum, chosen] = [amountOf(order, entry), chosenLines(order, entry)];
  const types = refundTypes(order);
  const selectType = (type: string) => {
    const [only, ...others] = type === 'quantity' ? bundles : splittable;
    const line = only && others.length === 0 ? only : undefined;
    form.setValue('line', line ? String(line.lineId) : '');
    form.setValue('quantity', String(line ? Math.max(partCodes(order, line), 1) : 1));
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
          choices={order.lines
            .filter((line) => items.includes(line) || (line.loadedCard?.isHeld && line.reversalId == null))
            .map((line) => ({
              id: line.lineId,
              disabled: line.refundable == null,
              label: (
                <LineLabel amount={formatted(line.refundable ?? costOf(line))} note={noteOf(line, formatted)}>
                  {line.name}
                </LineLabel>
              ),
            }))}
          help={hasCodes ? i18n._('Unused codes are voided immediately.') : undefined}
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
              label: `${line.name} · ${formatted(line.refundable ?? 0)}`,
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
          options={Array.from({ length: partCodes(order, chosen[0]) }, (_, index) => String(index + 1)).map(
            (value) => ({
              value,
              label: i18n._('{value} of {quantity}', { value, quantity: chosen[0]?.quantity ?? 0 }),
            }),
          )}
        />
      )}
      {entry.type === 'amount' && (
        <AmountField
          control={form.control}
          name="amount"
          label={i18n._('Amount, including tax')}
          currency={order.currency}
          help={
            chosen[0]
              ? i18n._('Up to {amount}. The customer keeps the item.', {
                  amount: formatted(mostOf(order, chosen[0])),
                })
              : i18n._('The customer keeps the item.')
          }
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
      {order.userId && (
        <SelectField
          control={form.control}
          name="destination"
          label={i18n._('Refund to')}
          autoComplete="off"
          options={refundDestinations()}
        />
      )}
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
      {!isFree(order, entry) && (
        <AmountField
          control={form.control}
          name="expectedAmount"
          label={i18n._('Enter the amount to confirm')}
          currency={order.currency}
          help={sum > 0 ? i18n._('Enter {amount}.', { amount: amountToEnter(sum, order.currency) }) : ''}
        />
      )}
    </FormDialog>
  );
}
