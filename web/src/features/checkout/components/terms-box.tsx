import { i18n } from '@lingui/core';
import { useId } from 'react';
import { Link } from 'react-router';
import styles from './terms-box.module.css';

type Props = {
  accepted: boolean;
  /** Link to the terms. */
  terms: string;
  onChange: (accepted: boolean) => void;
  disabled: boolean;
};

/** Clubs renew automatically, so customers must agree before they join. */
export function TermsBox({ accepted, terms, onChange, disabled }: Props) {
  const id = useId();
  return (
    <div className={styles.box}>
      <input
        id={id}
        type="checkbox"
        checked={accepted}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{i18n._('I accept the Wash Club terms')}</label>
        <p className={styles.note}>
          {i18n._('Renews monthly until you cancel.')} <Link to={terms}>{i18n._('Read the terms')}</Link>
        </p>
      </div>
    </div>
  );
}
