import { i18n } from '@lingui/core';
import type { LoyaltyPoints } from '@/shared/api/types';
import { Icon } from '@/shared/ui/icon';
import { pointsText } from '../model/points';
import { barPosition, pointsToGo } from '../model/progress';
import styles from './points-card.module.css';

/** Progress to the next award. */
export function PointsCard({ points }: { points: LoyaltyPoints }) {
  const { current_points: current, point_goal: goal, widget_title: title } = points;
  const toGo = pointsToGo(points);
  return (
    <section className={styles.card} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <Icon name="award" size={28} />
      </header>
      <p className={styles.count}>
        <strong>{i18n.number(current)}</strong> / {pointsText(goal)}
      </p>
      {/* The words around it say the same. */}
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={{ inlineSize: `${barPosition(points)}%` }} />
      </div>
      <p className={styles.left}>
        {toGo === 0 ? (
          i18n._('Your award is on its way.')
        ) : (
          <>
            {i18n._('To your next award:')} <strong>{pointsText(toGo)}</strong>
          </>
        )}
      </p>
    </section>
  );
}
