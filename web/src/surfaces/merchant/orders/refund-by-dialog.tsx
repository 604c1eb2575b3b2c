import { i18n } from '@lingui/core';
import type { OrderDetail, OrderReversal } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import { openDialog } from '@/shared/ui/open-dialog';
import { canRefund } from './refundable';
import { tellRefund } from './tell-refund';

/** Asks for the items to refund, refunds them and shows the result. */
export async function refundByDialog(order: OrderDetail): Promise<void> {
  if (!canRefund(order)) {
    await dialogs.warning({
      title: i18n._('Nothing to refund'),
      text: i18n._('Nothing on order {number} can be refunded right now.', { number: order.orderNumber }),
    });
    return;
  }
  const reversal = await openDialog<OrderReversal>(async () => {
    const { RefundDialog } = await import('./refund-dialog');
    return (settle) => <RefundDialog order={order} onDone={settle} onClose={() => settle(null)} />;
  });
  if (reversal) await tellRefund(reversal, order.currency);
}
