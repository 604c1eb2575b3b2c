import { i18n } from '@lingui/core';
import type { OpenOrder } from '@/features/checkout/model/open-order';
import { listUnits } from '@/features/checkout/model/units';
import { money } from '@/shared/format/money';
import { Icon } from '@/shared/ui/icon';
import styles from './pending-order.module.css';

/** Payment being checked, with its items and total. Never called failed before it is settled. */
export function PendingOrder({ order }: { order: OpenOrder }) {
  const { units, total, known } = order;
  const what = i18n._('{what}: {total}', { what: listUnits(units), total: money(total) });
  return (
    <div className={styles.notice} role="status">
      <Icon name="clock" />
      <div>
        <h2 className={styles.title}>{i18n._("We're checking your payment")}</h2>
        <p className={styles.what}>
          {known ? i18n._('Order {number}: {what}', { number: known.orderNumber, what }) : what}
        </p>
        <p>
          {known
            ? i18n._("Don't pay again. We'll email you.")
            : i18n._("Don't pay again. We're checking the status of your order.")}
        </p>
      </div>
    </div>
  );
}
