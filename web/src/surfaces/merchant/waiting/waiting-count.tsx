import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '@/features/waiting/api/waiting';
import styles from './waiting-count.module.css';

/** Number of items that need attention, after the menu entry; hidden if zero. */
export function WaitingCount() {
  const { data = [] } = useQuery(waitingQuery());
  const count = data.reduce((sum, work) => sum + work.count, 0);
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">
        {i18n._('{count, plural, one {# item needs attention} other {# items need attention}}', { count })}
      </span>
    </span>
  );
}
