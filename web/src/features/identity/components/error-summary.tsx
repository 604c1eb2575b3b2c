import { i18n } from '@lingui/core';
import type { FieldError, FieldErrors, FieldValues } from 'react-hook-form';
import styles from '@/shared/forms/form.module.css';

type Props<T extends FieldValues> = {
  errors: FieldErrors<T>;
  labels: Partial<Record<keyof T & string, string>>;
};

/** What the server refused, when that is more than one field. */
export function ErrorSummary<T extends FieldValues>({ errors, labels }: Props<T>) {
  const known = errors as Record<string, FieldError | undefined>;
  const refused = Object.entries<string | undefined>(labels).filter(
    ([name]) => known[name]?.type === 'server',
  );
  if (refused.length < 2) return null;
  return (
    <div className={styles.summary} role="alert" tabIndex={-1}>
      <p>{i18n._('Please look at these fields again:')}</p>
      <ul>
        {refused.map(([name, label]) => (
          <li key={name}>
            {label}: {known[name]?.message}
          </li>
        ))}
      </ul>
    </div>
  );
}
