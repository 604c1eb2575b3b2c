import type { OrderDetail } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import styles from './order-timeline.module.css';
import { timelineOf } from './timeline';

export function OrderTimeline({ order }: { order: OrderDetail }) {
  const events = timelineOf(order, (minor) => money(minor, { currency: order.currency }));
  return (
    <ol className={styles.events}>
      {events.map(({ at, text }) => (
        <li key={`${at} ${text}`} className={styles.event}>
          <span>{text}</span>
          <time dateTime={at}>{dateTime(at)}</time>
        </li>
      ))}
    </ol>
  );
}
