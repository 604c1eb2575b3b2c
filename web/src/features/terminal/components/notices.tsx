import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { Icon } from '@/shared/ui/icon';
import { useConnection } from '../model/connection';
import { useUntold } from '../model/redemptions';
import styles from './notices.module.css';

/** What does not go as it should, and what of it the kiosk mends by itself. */
export function Notices({ more }: { more: string }) {
  const connected = useConnection();
  const { waiting, refused } = useUntold();
  return (
    <>
      <div role="status">
        {!connected && (
          <p className={styles.notice} data-tone="bad">
            <Icon name="alert" />
            {i18n._('No connection. Codes can be checked again once it is back.')}
          </p>
        )}
        {waiting.length > 0 && (
          <p className={styles.notice}>
            <Icon name="clock" />
            {i18n._('Washes kept here until there is a connection:')} {waiting.length}
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <p className={styles.notice} data-tone="bad">
          <Icon name="alert" />
          <Link to={more}>
            {i18n._('Washes that could not be counted:')} {refused.length}
          </Link>
        </p>
      )}
    </>
  );
}
