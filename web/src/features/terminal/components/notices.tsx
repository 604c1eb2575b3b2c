import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { Icon } from '@/shared/ui/icon';
import { useConnection } from '../model/connection';
import { useUntold } from '../model/untold';
import styles from './notices.module.css';

/** Problems, with a note on those that the kiosk resolves by itself. */
export function Notices({ more }: { more: string }) {
  const connected = useConnection();
  const { washes, payments } = useUntold();
  return (
    <>
      <div role="status">
        {!connected && (
          <p className={styles.notice} data-tone="bad">
            <Icon name="alert" />
            {i18n._("No connection. You can check codes again when it's restored.")}
          </p>
        )}
        <Waiting words={i18n._('Washes saved until the kiosk is online:')} count={washes.waiting.length} />
        <Waiting
          words={i18n._('Payments saved until the kiosk is online:')}
          count={payments.waiting.length}
        />
      </div>
      <Refused words={i18n._('Washes not recorded:')} count={washes.refused.length} more={more} />
      <Refused words={i18n._('Refunded payments:')} count={payments.refused.length} more={more} />
    </>
  );
}

function Waiting({ words, count }: { words: string; count: number }) {
  if (count === 0) return null;
  return (
    <p className={styles.notice}>
      <Icon name="clock" />
      {words} {count}
    </p>
  );
}

function Refused({ words, count, more }: { words: string; count: number; more: string }) {
  if (count === 0) return null;
  return (
    <p className={styles.notice} data-tone="bad">
      <Icon name="alert" />
      <Link to={more}>
        {words} {count}
      </Link>
    </p>
  );
}
