import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { useOnline } from '../lib/online';
import styles from './connection-notice.module.css';
import { dialogs } from './dialogs';

const offlineText = () => i18n._('The Internet connection appears to be offline.');

/** Announces a lost connection once, then shows a thin bar until it is back. */
export function ConnectionNotice() {
  const online = useOnline();
  useEffect(() => {
    if (online) return;
    const back = new AbortController();
    void dialogs.error({ title: i18n._('Connection Error'), text: offlineText(), until: back.signal });
    return () => back.abort();
  }, [online]);
  return <div role="status">{!online && <p className={styles.line}>{offlineText()}</p>}</div>;
}
