import { i18n } from '@lingui/core';
import { type Ref, useId } from 'react';
import { Link } from 'react-router';
import styles from './terms-box.module.css';

type Props = {
  accepted: boolean;
  /** Link to the terms. */
  terms: string;
  onChange: (accepted: boolean) => void;
  disabled: boolean;
  /** Whether checkout was pressed without it. */
  missing: boolean;
  ref: Ref<HTMLInputElement>;
};

/** Clubs renew automatically, so customers must agree before they join. */
export function TermsBox({ accepted, terms, onChange, disabled, missing, ref }: Props) {
  const id = useId();
  return (
    <div className={styles.box}>
      <input
        ref={ref}
        id={id}
        type="checkbox"
        aria-describedby={missing ? `${id}-said` : undefined}
        aria-invalid={missing || undefined}
        checked={accepted}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{i18n._('I accept the Wash Club terms')}</label>
        {missing && (
          <p id={`${id}-said`} className={styles.error} role="alert">
            {i18n._('Input is required.')}
          </p>
        )}
        <p className={styles.note}>
          {i18n._('Renews monthly until you cancel.')} <Link to={terms}>{i18n._('Read the terms')}</Link>
        </p>
      </div>
    </div>
  );
}
