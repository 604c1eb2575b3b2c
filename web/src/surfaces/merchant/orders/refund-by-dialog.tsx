import { i18n } from '@lingui/core';
import type { OrderDetail, OrderReversal } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import { openDialog } from '@/shared/ui/open-dialog';
import { refundableLines } from './refundable';
import { tellRefund } from './tell-refund';

/** Asks for the items to refund, refunds them and shows the result. */
export async function refundByDialog(order: OrderDetail): Promise<void> {
  if (refundableLines(order).length === 0) {
    await dialogs.warning({
      title: i18n._('Nothing to refund'),
      text: i18n._('Order {number} is already refunded.', { number: order.orderNumber }),
    });
    return;
  }
  const reversal = await openDialog<OrderReversal>(async () => {
    const { RefundDialog } = await import('./refund-dialog');
    return (settle) => <RefundDialog order={order} onDone={settle} onClose={() => settle(null)} />;
  });
  if (reversal) await tellRefund(reversal, order.currency);
}
