import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { watchedTokenQuery } from '@/features/temp-tokens/api/temp-token';
import { CountdownBar } from '@/features/temp-tokens/components/countdown-bar';
import type { HeldToken } from '@/features/temp-tokens/model/held-token';
import { useLeft } from '@/features/temp-tokens/model/use-left';
import { groupCode } from '@/shared/format/codes';
import { useWakeLock } from '@/shared/lib/wake-lock';
import { BusyButton } from '@/shared/ui/busy-button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useUndisturbed } from '@/shared/ui/undisturbed';
import styles from './token-pass.module.css';

// Without the QR code, the digits can still be typed.
const CodeImage = lazyPart(() => import('@/features/wallet/components/code-image').then((m) => m.CodeImage));

type Props = {
  /** Purpose of the token. */
  name: string;
  token: HeldToken;
  busy: boolean;
  onAgain: () => void;
  /** Called after a kiosk has scanned it. */
  onTaken?: () => void;
};

function Live({ name, token, seconds }: Pick<Props, 'name' | 'token'> & { seconds: number }) {
  useWakeLock();
  useUndisturbed();
  return (
    <>
      <div className={styles.image}>
        <CodeImage code={token.code} label={i18n._('Code for {name}', { name })} />
      </div>
      <p className={styles.digits}>{groupCode(token.code)}</p>
      <CountdownBar seconds={seconds} of={Math.round(token.goodFor / 1000)} />
    </>
  );
}

/** Token as a pass: white, large, with its remaining time. Shows when it was scanned or has expired. */
export function TokenPass({ name, token, busy, onAgain, onTaken }: Props) {
  const seconds = useLeft(token);
  const { data: state } = useQuery(watchedTokenQuery(token));
  const taken = state === 'consumed';
  const tellTaken = useEffectEvent(() => onTaken?.());
  useEffect(() => {
    if (taken) tellTaken();
  }, [taken]);
  const live = !taken && seconds > 0;
  return (
    <article className={styles.pass} aria-label={name}>
      {live && <Live name={name} token={token} seconds={seconds} />}
      <div className={styles.said} role="status">
        {taken && (
          <p className={styles.taken}>
            <Icon name="check" size={64} />
            {i18n._('Used')}
          </p>
        )}
        {!taken && !live && (
          <p className={styles.expired}>
            <Icon name="clock" size={64} />
            {i18n._('Token expired')}
          </p>
        )}
      </div>
      {!live && (
        <BusyButton variant={taken ? 'outlined' : 'contained'} onClick={onAgain} busy={busy}>
          {i18n._('Regenerate')}
        </BusyButton>
      )}
    </article>
  );
}
