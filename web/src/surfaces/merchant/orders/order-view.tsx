import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { resendOrder } from '@/features/checkout/api/admin-orders';
import { accountQuery } from '@/features/identity/api/account';
import type { OrderDetail } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { StateChip } from '@/shared/office/state-chip';
import { throughDialog } from '@/shared/office/through-dialog';
import { dialogs } from '@/shared/ui/dialogs';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { useLocationName } from '../components/location-names';
import { useMay } from '../roles';
import { addressOf } from '../table';
import { OrderDisputes } from './order-disputes';
import { OrderHistory } from './order-history';
import { OrderLines } from './order-lines';
import { OrderPaymentCard } from './order-payment-card';
import { OrderReversals } from './order-reversals';
import { OrderTimeline } from './order-timeline';
import styles from './order-view.module.css';
import { stateOf } from './order-words';
import { refundByDialog } from './refund-by-dialog';
import { canRefund, toPack } from './refundable';
import { OrderStillUsable } from './still-usable';

function resend({ transRecordId, customerEmail }: OrderDetail) {
  return dialogs.promise({
    title: i18n._('Resend receipt?'),
    text: customerEmail
      ? i18n._("We'll send it to {email}. Gift emails go to their recipients.", { email: customerEmail })
      : i18n._('Gift emails go to their recipients.'),
    label: i18n._('Resend'),
    close: i18n._('Cancel'),
    action: async () => {
      await resendOrder(transRecordId);
      return i18n._('Receipt sent');
    },
  });
}

async function settle(order: OrderDetail) {
  const { payment } = order;
  if (!payment) return;
  const settled = await openDialog<true>(async () => {
    const { SettleDialog } = await import('./settle-dialog');
    return (answer) => (
      <SettleDialog
        order={order}
        payment={payment}
        onDone={() => answer(true)}
        onClose={() => answer(null)}
      />
    );
  });
  if (settled) toast(i18n._('Payment outcome recorded'));
}

function recordDispute(order: OrderDetail) {
  return throughDialog(i18n._('Dispute recorded'), async () => {
    const { DisputeDialog } = await import('./dispute-dialog');
    return (ways) => <DisputeDialog order={order} {...ways} />;
  });
}

/** Order details with staff actions. */
export function OrderView({ order }: { order: OrderDetail }) {
  const may = useMay();
  const { data: account } = useQuery(accountQuery());
  const nameOf = useLocationName();
  const { orderNumber, createdAt, locationId, customerName, customerEmail, currency } = order;
  // A won dispute no longer affects the customer's items.
  const dispute = order.disputes.filter(({ state }) => state !== 'won').at(-1);
  const wasPaid = /paid|refunded/.test(order.state);
  // The server rejects it: no one can refund or change their own order.
  const isOwn = account !== undefined && order.userId === account.userId;
  const say = (minor: number) => money(minor, { currency });
  const toCard = order.givenBack - order.refundedToGiftCards;
  return (
    <Page
      title={i18n._('Order {number}', { number: orderNumber })}
      lead={[dateTime(createdAt), ...(locationId == null ? [] : [nameOf(locationId)])].join(' · ')}
      aside={
        <div className={styles.actions}>
          <StateChip {...stateOf(order)} />
          {wasPaid && may('resend') && (
            <Button variant="outlined" onClick={() => resend(order)}>
              {i18n._('Resend receipt')}
            </Button>
          )}
          {toPack(order).length > 0 && (
            <Button
              variant="outlined"
              component={Link}
              to={addressOf('packingSlip', { transRecordId: order.transRecordId })}
            >
              {i18n._('Packing slip')}
            </Button>
          )}
          {order.disputable > 0 && !isOwn && may('recordDispute') && (
            <Button variant="outlined" onClick={() => recordDispute(order)}>
              {i18n._('Record dispute…')}
            </Button>
          )}
          {canRefund(order) && !isOwn && may('refund') && (
            <Button variant="outlined" color="error" onClick={() => refundByDialog(order)}>
              {i18n._('Refund order…')}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.order}>
        {order.waitsForPerson && (
          <section className={styles.waiting} aria-label={i18n._('Needs review')}>
            <div>
              <strong>{i18n._('Payment status unknown')}</strong>
              <p>{i18n._('Find this charge in your processor, then record the outcome.')}</p>
            </div>
            {order.payment && !isOwn && may('settleOrder') && (
              <Button variant="contained" onClick={() => settle(order)}>
                {i18n._('Resolve payment')}
              </Button>
            )}
          </section>
        )}
        <div className={styles.columns}>
          <div className={styles.column}>
            <SectionCard title={i18n._('Items')}>
              <OrderLines order={order} />
              <dl className={styles.sums}>
                <div data-total>
                  <dt>{i18n._('Total')}</dt>
                  <dd>{say(order.total)}</dd>
                </div>
                <div>
                  <dt>{i18n._('Taxes included')}</dt>
                  <dd>{say(order.taxes)}</dd>
                </div>
                {toCard > 0 && (
                  <div>
                    <dt>{i18n._('Refunded')}</dt>
                    <dd>{`−${say(toCard)}`}</dd>
                  </div>
                )}
                {order.refundedToGiftCards > 0 && (
                  <div>
                    <dt>{i18n._('Refunded to gift cards')}</dt>
                    <dd>{`−${say(order.refundedToGiftCards)}`}</dd>
                  </div>
                )}
                {order.disputed > 0 && (
                  <div>
                    <dt>{i18n._('Charged back')}</dt>
                    <dd>{`−${say(order.disputed)}`}</dd>
                  </div>
                )}
                {order.givenBack + order.disputed > 0 && (
                  <div data-total>
                    <dt>{i18n._('Net paid')}</dt>
                    <dd>{say(order.total - order.givenBack - order.disputed)}</dd>
                  </div>
                )}
              </dl>
            </SectionCard>
            {order.disputes.length > 0 && <OrderDisputes order={order} />}
            {dispute && may('seeStillUsable') && <OrderStillUsable order={order} dispute={dispute} />}
            {order.reversals.length > 0 && <OrderReversals order={order} />}
            <SectionCard title={i18n._('Timeline')}>
              <OrderTimeline order={order} />
            </SectionCard>
          </div>
          <div className={styles.column}>
            <SectionCard title={i18n._('Customer')}>
              <div className={styles.customer}>
                {order.userId ? (
                  <Link to={addressOf('customer', { userId: order.userId })}>
                    <strong>{customerName ?? customerEmail ?? order.userId}</strong>
                  </Link>
                ) : (
                  <strong>{customerName ?? i18n._('Deleted account')}</strong>
                )}
                {customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a>}
                {isOwn && may('refund') && (
                  <p>{i18n._('This is your own order. Ask a teammate to refund or change it.')}</p>
                )}
              </div>
            </SectionCard>
            <OrderPaymentCard order={order} />
            {may('seeOrderHistory') && (
              <OrderHistory transRecordId={order.transRecordId} currency={currency} />
            )}
          </div>
        </div>
      </div>
    </Page>
  );
}
