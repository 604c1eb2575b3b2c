import { i18n } from '@lingui/core';
import { useEffect, useSyncExternalStore } from 'react';
import styles from './connection-notice.module.css';
import { dialogs } from './dialogs';

function subscribe(changed: () => void) {
  const ended = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: ended.signal });
  return () => ended.abort();
}

const offlineText = () => i18n._('The Internet connection appears to be offline.');

/** Says once that the connection is gone; a slim line says so until it is back. */
export function ConnectionNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  useEffect(() => {
    if (online) return;
    const back = new AbortController();
    void dialogs.error({ title: i18n._('Connection Error'), text: offlineText(), until: back.signal });
    return () => back.abort();
  }, [online]);
  return <div role="status">{!online && <p className={styles.line}>{offlineText()}</p>}</div>;
}
