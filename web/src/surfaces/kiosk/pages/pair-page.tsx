import { i18n } from '@lingui/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { pair } from '@/features/terminal/api/pair';
import { NumberPad } from '@/features/terminal/components/number-pad';
import { TypedDigits } from '@/features/terminal/components/typed-digits';
import { useLockedOut } from '@/features/terminal/model/pairing';
import { mistyped } from '@/features/terminal/model/refusal';
import { play } from '@/features/terminal/model/sounds';
import { useTyping } from '@/features/terminal/model/use-typing';
import { errorText } from '@/shared/api/api-error';
import { useTitle } from '@/shared/ui/page';
import { Spinner } from '@/shared/ui/spinner';
import { addressOf } from '../table';
import styles from './pair-page.module.css';

/** Length of the pairing code that staff read out. */
const length = 8;

/** Pairs this browser as a terminal of the site. */
export function PairPage() {
  useTitle(i18n._('Pair kiosk'));
  const navigate = useNavigate();
  const [asked, ask] = useState<string | null>(null);
  const [failure, fail] = useState('');
  const lockedOut = useLockedOut();
  const typing = useTyping(length, (digits) => {
    if (digits.length === length) return ask(digits);
    play('bad');
    fail(mistyped().text);
  });
  const { digits, clear } = typing;

  useEffect(() => {
    if (asked === null) return;
    let gone = false;
    const send = async () => {
      try {
        await pair(asked);
        play('good');
        if (!gone) void navigate(addressOf('wash'), { replace: true });
      } catch (error) {
        play('bad');
        if (!gone) fail(errorText(error));
      } finally {
        if (!gone) ask(null);
        if (!gone) clear();
      }
    };
    void send();
    return () => {
      gone = true;
    };
  }, [asked, clear, navigate]);
  useEffect(() => {
    if (digits.length > 0) fail('');
  }, [digits]);

  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <h1 className={styles.title}>{i18n._('Pair kiosk')}</h1>
        {lockedOut && (
          <p role="status" className={styles.lockedOut}>
            {i18n._('This kiosk was removed or replaced. It no longer accepts codes.')}
          </p>
        )}
        <p>
          {i18n._(
            'Ask your manager for an 8-digit pairing code. It works once and expires after 10 minutes.',
          )}
        </p>
      </div>
      <div className={styles.entry}>
        <TypedDigits digits={digits} length={length} />
        <div className={styles.said}>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          {asked !== null && <Spinner label={i18n._('Pairing…')} />}
        </div>
        <NumberPad {...typing} />
      </div>
    </div>
  );
}
