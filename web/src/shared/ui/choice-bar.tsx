import { useId } from 'react';
import styles from './choice-bar.module.css';

type Props<T extends string> = {
  label: string;
  choices: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

/** Segmented control. */
export function ChoiceBar<T extends string>({ label, choices, value, onChange }: Props<T>) {
  const name = useId();
  return (
    <fieldset className={styles.bar}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
