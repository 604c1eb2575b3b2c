import { useId } from 'react';
import styles from './date-box.module.css';

type Props = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void };

/** Date picker outside of a form. */
export function DateBox({ label, value, min, max, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles.box}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
