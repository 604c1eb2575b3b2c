import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { SectionCard } from '@/shared/ui/section-card';
import { pairing } from '../model/pairing';
import { play } from '../model/sounds';
import { forgetAll, useUntold } from '../model/untold';
import { useTyping } from '../model/use-typing';
import { NumberPad } from './number-pad';
import { TypedDigits } from './typed-digits';
import styles from './unpairing.module.css';

const length = 4;

function newNumber(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % 10 ** length).padStart(length, '0');
}

/** Unpairs this browser. A number must be copied, to prevent accidental taps. */
export function Unpairing() {
  const [number, ask] = useState<string | null>(null);
  if (number === null) {
    return (
      <Button variant="outlined" color="error" onClick={() => ask(newNumber())}>
        {i18n._('Unpair kiosk')}
      </Button>
    );
  }
  return <Confirmation number={number} keep={() => ask(null)} />;
}

function Confirmation({ number, keep }: { number: string; keep: () => void }) {
  const { waiting } = useUntold();
  const typing = useTyping(length, (typed) => {
    // A scanned code; the kiosk returns to it.
    if (typed.length > length) return;
    if (typed !== number) {
      play('bad');
      keep();
      return;
    }
    forgetAll();
    pairing.remove();
  });
  return (
    <SectionCard title={i18n._('Unpair kiosk?')}>
      <div className={styles.confirmation}>
        <p>{i18n._("It won't accept codes until you pair it again.")}</p>
        {waiting > 0 && (
          <p className={styles.lost}>{i18n._("Results that haven't been sent yet will be lost.")}</p>
        )}
        <p>
          {i18n._('To unpair, enter this number:')} <strong>{number}</strong>
        </p>
        <TypedDigits digits={typing.digits} length={length} />
        <NumberPad {...typing} />
        <Button variant="outlined" onClick={keep}>
          {i18n._('Keep paired')}
        </Button>
      </div>
    </SectionCard>
  );
}
