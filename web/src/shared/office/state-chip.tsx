import styles from './state-chip.module.css';

/** `good`: as expected. `busy`: in progress. `bad`: needs attention. `over`: finished. */
export type Mood = 'good' | 'busy' | 'bad' | 'over' | 'told';

/** A state in a word and a colour. */
export function StateChip({ mood, label }: { mood: Mood; label: string }) {
  return (
    <span className={styles.chip} data-mood={mood}>
      {label}
    </span>
  );
}
