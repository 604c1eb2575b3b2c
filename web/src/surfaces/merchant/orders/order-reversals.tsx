import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { settleRefund } from '@/features/checkout/api/admin-orders';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { OrderDetail, OrderReversal } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { StateChip } from '@/shared/office/state-chip';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import { useMay } from '../roles';
import styles from './order-lines.module.css';
import { refundHelp, refundReasonOf, refundStateOf } from './order-words';

/** Refunds of an order and their outcomes. */
export function OrderReversals({ order }: { order: OrderDetail }) {
  const may = useMay();
  const { mutateAsync, isPending } = useMutation(settleRefund(order.transRecordId));
  const say = (minor: number) => money(minor, { currency: order.currency });
  const settle = async ({ reversalId, amount }: OrderReversal, done: boolean) => {
    const sure = await dialogs.confirm({
      kind: 'warning',
      title: done ? i18n._('Mark refund as completed?') : i18n._('Mark refund as failed?'),
      text: i18n._("Look for {amount} in your processor's dashboard first. You can't undo this.", {
        amount: say(amount),
      }),
      yes: done ? i18n._('Mark as completed') : i18n._('Mark as failed'),
      no: i18n._('Cancel'),
    });
    if (!sure) return;
    try {
      await mutateAsync({ reversalId, done });
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    }
  };
  return (
    <SectionCard title={i18n._('Refunds')}>
      <ul className={styles.lines}>
        {order.reversals.map((reversal) => (
          <li key={reversal.reversalId} className={styles.line}>
            <div className={styles.what}>
              <span className={styles.states}>
                <strong>{reversal.kind === 'void' ? i18n._('Void') : i18n._('Refund')}</strong>
                <StateChip {...refundStateOf(reversal)} />
              </span>
              <span className={styles.notes}>
                {[
                  dateTime(reversal.createdAt),
                  refundReasonOf(reversal),
                  reversal.giftCard &&
                    i18n._('Gift card ending in {digits}', { digits: reversal.giftCard.lastFour }),
                  reversal.endsMembership && i18n._('Ends the membership'),
                  reversal.code,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {reversal.state === 'unknown' && order.payment && (
                <span className={styles.notes}>{refundHelp(order.payment.processor)}</span>
              )}
              {reversal.state === 'unknown' && may('settleRefund') && (
                <span className={styles.states}>
                  <BusyButton
                    size="small"
                    variant="outlined"
                    busy={isPending}
                    onClick={() => settle(reversal, true)}
                  >
                    {i18n._('Mark as completed')}
                  </BusyButton>
                  <BusyButton
                    size="small"
                    variant="outlined"
                    busy={isPending}
                    onClick={() => settle(reversal, false)}
                  >
                    {i18n._('Mark as failed')}
                  </BusyButton>
                </span>
              )}
            </div>
            <span className={styles.amount}>{`−${say(reversal.amount)}`}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
