import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { useOnline } from '../lib/online';
import styles from './connection-notice.module.css';
import { dialogs } from './dialogs';

/** Milliseconds without a connection before a message says so: most gaps are shorter. */
const patience = 2_000;

const offlineText = () => i18n._('The Internet connection appears to be offline.');

/** Thin bar while there is no connection. */
export function ConnectionBar() {
  const online = useOnline();
  return <div role="status">{!online && <p className={styles.line}>{offlineText()}</p>}</div>;
}

/** Announces a lost connection once, and shows a thin bar until it is back. */
export function ConnectionNotice() {
  const online = useOnline();
  useEffect(() => {
    if (online) return;
    const back = new AbortController();
    const told = setTimeout(() => {
      void dialogs.error({ title: i18n._('Connection Error'), text: offlineText(), until: back.signal });
    }, patience);
    return () => {
      clearTimeout(told);
      back.abort();
    };
  }, [online]);
  return <ConnectionBar />;
}
