import styles from './state-chip.module.css';

/** `good`: as expected. `busy`: in progress. `bad`: needs attention. `over`: finished. */
export type Mood = 'good' | 'busy' | 'bad' | 'over' | 'told';

/** State as a colored label. */
export function StateChip({ mood, label }: { mood: Mood; label: string }) {
  return (
    <span className={styles.chip} data-mood={mood}>
      {label}
    </span>
  );
}
