import { i18n } from '@lingui/core';
import type { OpenOrder } from '@/features/checkout/model/open-order';
import { listUnits } from '@/features/checkout/model/units';
import { money } from '@/shared/format/money';
import { Icon } from '@/shared/ui/icon';
import styles from './pending-order.module.css';

/** A payment that is being looked into: what and how much, and never called failed before it is settled. */
export function PendingOrder({ order }: { order: OpenOrder }) {
  const { units, total, known } = order;
  const what = i18n._('{what}: {total}', { what: listUnits(units), total: money(total) });
  return (
    <div className={styles.notice} role="status">
      <Icon name="clock" />
      <div>
        <h2 className={styles.title}>{i18n._('We are checking your payment')}</h2>
        <p className={styles.what}>
          {known ? i18n._('Order {number}: {what}', { number: known.orderNumber, what }) : what}
        </p>
        <p>
          {known
            ? i18n._('Please do not pay again: we will e-mail you.')
            : i18n._('Please do not pay again: we are finding out what became of your order.')}
        </p>
      </div>
    </div>
  );
}
