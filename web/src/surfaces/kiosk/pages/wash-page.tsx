import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useCallback, useEffect } from 'react';
import { Approved } from '@/features/terminal/components/approved';
import { Camera } from '@/features/terminal/components/camera';
import { Charging } from '@/features/terminal/components/charging';
import { NumberPad } from '@/features/terminal/components/number-pad';
import { Offer } from '@/features/terminal/components/offer';
import { Seller } from '@/features/terminal/components/seller';
import { Till } from '@/features/terminal/components/till';
import { TypedDigits } from '@/features/terminal/components/typed-digits';
import { Verdict } from '@/features/terminal/components/verdict';
import { Washing } from '@/features/terminal/components/washing';
import { scannedElsewhere } from '@/features/terminal/model/scanned-elsewhere';
import type { Stage } from '@/features/terminal/model/stage';
import { useKiosk } from '@/features/terminal/model/use-kiosk';
import { useTyping } from '@/features/terminal/model/use-typing';
import { codeLength, groupCode, isCode } from '@/shared/format/codes';
import { useWakeLock } from '@/shared/lib/wake-lock';
import { useTitle } from '@/shared/ui/page';
import { Spinner } from '@/shared/ui/spinner';
import { useUndisturbed } from '@/shared/ui/undisturbed';
import styles from './wash-page.module.css';

/** Accepts codes from the camera, a scanner or the keypad, one after another. */
export function WashPage() {
  useTitle(i18n._('Scan your code'));
  useWakeLock();
  const { stage, ...kiosk } = useKiosk();
  const { take, leave } = kiosk;
  const typing = useTyping(codeLength, (digits) => void take(digits), {
    accepts: isCode,
    keepsShort: stage.at === 'pricing',
  });
  const { digits, hide } = typing;

  useEffect(() => {
    // A complete number is being processed; the next one starts empty.
    if (stage.at !== 'waiting') hide();
  }, [stage, hide]);
  const over = stage.at === 'refused' || stage.at === 'done';
  useEffect(() => {
    if (over && digits.length > 0 && digits.length < codeLength) leave();
  }, [over, digits, leave]);

  const see = useCallback((text: string) => void take(text), [take]);
  useEffect(() => {
    const code = scannedElsewhere.read();
    scannedElsewhere.write(null);
    if (code !== null) void take(code);
  }, [take]);
  if (stage.at !== 'waiting') return <Step stage={stage} typing={typing} {...kiosk} />;
  return (
    <div className={styles.idle}>
      <h1 className={styles.title}>{i18n._('Scan your code')}</h1>
      <div className={styles.camera}>
        <Camera tell={see} />
      </div>
      <div className={styles.entry}>
        <p className={styles.hint}>{i18n._('Or enter its 12 digits')}</p>
        <TypedDigits digits={digits} length={codeLength} />
        <NumberPad {...typing} />
      </div>
    </div>
  );
}

type Kiosk = Omit<ReturnType<typeof useKiosk>, 'stage'>;
type StepProps = Kiosk & {
  stage: Exclude<Stage, { at: 'waiting' }>;
  typing: ReturnType<typeof useTyping>;
};

function Step({ stage, typing, take, start, finish, charge, settle, giveUp, leave }: StepProps) {
  useUndisturbed();
  switch (stage.at) {
    case 'checking':
      return (
        <Verdict tone="quiet" icon="search" title={groupCode(stage.code)}>
          <Spinner label={i18n._('Checking code…')} />
        </Verdict>
      );
    case 'offering':
      return <Offer item={stage.attempt.item} start={() => void start(stage.attempt)} leave={leave} />;
    case 'reserving':
      return (
        <Verdict
          tone={stage.unanswered ? 'bad' : 'quiet'}
          icon={stage.unanswered ? 'alert' : 'drop'}
          title={stage.unanswered ? i18n._('No connection') : stage.item.name}
          text={stage.unanswered ? i18n._("We'll keep trying. Don't start the wash yet.") : undefined}
        >
          {stage.unanswered ? (
            <Button variant="outlined" size="large" onClick={leave}>
              {i18n._('Stop retrying')}
            </Button>
          ) : (
            <Spinner label={i18n._('One moment…')} />
          )}
        </Verdict>
      );
    case 'washing':
      return (
        <Washing redemption={stage.redemption} finish={(ending) => void finish(stage.redemption, ending)} />
      );
    case 'pricing':
      return (
        <Till
          typing={typing}
          price={stage.price}
          charge={(bill) => void charge(stage.token, stage.scannedAt, bill)}
          leave={leave}
        />
      );
    case 'charging':
      return (
        <Charging amount={stage.charge.amount} news={stage.news} giveUp={() => void giveUp(stage.payment)} />
      );
    case 'approved':
      return <Approved payment={stage.payment} settle={(ending) => void settle(stage.payment, ending)} />;
    case 'ending':
      return (
        <Verdict tone="quiet" icon="drop" title={i18n._('One moment…')}>
          <Spinner />
        </Verdict>
      );
    case 'done':
      return <Done stage={stage} leave={leave} />;
    case 'refused':
      return (
        <Verdict tone="bad" icon="alert" title={stage.refusal.title} text={stage.refusal.text}>
          <p className={styles.code}>{groupCode(stage.code)}</p>
          {stage.mayRepeat && (
            <Button variant="outlined" size="large" onClick={() => void take(stage.code)}>
              {i18n._('Try again')}
            </Button>
          )}
          <Button variant="outlined" size="large" onClick={leave}>
            {i18n._('Use another code')}
          </Button>
        </Verdict>
      );
  }
}

function Done({ stage, leave }: { stage: Stage & { at: 'done' }; leave: () => void }) {
  const { good, title, text, told } = stage;
  const later = i18n._('No connection. The result is saved and sent automatically.');
  return (
    <Verdict
      tone={good ? 'good' : 'quiet'}
      icon={good ? 'check' : 'back'}
      title={title}
      text={text}
      foot={good && <Seller />}
    >
      {!told && <p className={styles.later}>{later}</p>}
      <Button variant="outlined" size="large" onClick={leave}>
        {i18n._('Scan next code')}
      </Button>
    </Verdict>
  );
}
