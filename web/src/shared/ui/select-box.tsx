import { useId } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-paths';
import styles from './select-box.module.css';

type Props<T extends string> = {
  label: string;
  /** For options that explain themselves. */
  hideLabel?: boolean | undefined;
  icon?: IconName;
  options: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean | undefined;
};

/** Select outside of a form. Native, for platform pickers and keyboard support. */
export function SelectBox<T extends string>(props: Props<T>) {
  const { label, hideLabel, icon, options, value, onChange, disabled } = props;
  const id = useId();
  return (
    <div className={styles.choice}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.box}>
        {icon && (
          <span className={styles.icon}>
            <Icon name={icon} size={20} />
          </span>
        )}
        <select
          id={id}
          className={styles.select}
          data-icon={icon !== undefined}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.arrow}>
          <Icon name="next" size={18} />
        </span>
      </span>
    </div>
  );
}
