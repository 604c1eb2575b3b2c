import { i18n } from '@lingui/core';
import { Icon } from '@/shared/ui/icon';
import styles from './number-pad.module.css';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

type Props = { type: (digit: string) => void; erase: () => void; clear: () => void };

/** Keypad with keys large enough for gloves. */
export function NumberPad({ type, erase, clear }: Props) {
  const key = (digit: string) => (
    <button key={digit} type="button" className={styles.key} onClick={() => type(digit)}>
      {digit}
    </button>
  );
  return (
    <fieldset className={styles.pad}>
      <legend className="visually-hidden">{i18n._('Number pad')}</legend>
      {digits.map(key)}
      <button
        type="button"
        className={styles.key}
        data-kind="clear"
        onClick={clear}
        aria-label={i18n._('Clear')}
      >
        <Icon name="close" size={28} />
      </button>
      {key('0')}
      <button type="button" className={styles.key} onClick={erase} aria-label={i18n._('Delete last digit')}>
        <Icon name="back" size={28} />
      </button>
    </fieldset>
  );
}
