import { i18n } from '@lingui/core';
import { inFours } from '@/shared/format/codes';
import styles from './typed-digits.module.css';

type Props = { digits: string; length: number };

/** Entered digits and the number of missing ones. */
export function TypedDigits({ digits, length }: Props) {
  const shown = inFours(digits.padEnd(length, '•'));
  return (
    <output className={styles.digits} aria-label={i18n._('Entered digits')} aria-live="off">
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{inFours(digits)}</span>
    </output>
  );
}
