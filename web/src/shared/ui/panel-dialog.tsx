import { i18n } from '@lingui/core';
import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { narrowQuery } from '../site/mode-state';
import { IconButton } from './icon-button';
import styles from './panel-dialog.module.css';
import { LeavingScope, useLeaving } from './unsaved';

type Props = {
  title: string;
  onClose: () => void;
  busy?: boolean;
  /** Whether it has too little content to fill a phone. */
  small?: boolean;
  children: ReactNode;
};

/**
 * Dialog with a form or a frame. It fills a phone, can't be closed while `busy`, and asks before input is
 * lost.
 */
export function PanelDialog({ title, onClose, busy = false, small = false, children }: Props) {
  const id = useId();
  const { close, scope } = useLeaving(onClose, { busy });
  const fullScreen = !small && matchMedia('(width < 600px)').matches && matchMedia(narrowQuery).matches;
  return (
    <Dialog open onClose={close} fullScreen={fullScreen} maxWidth="xs" fullWidth aria-labelledby={id}>
      <div className={styles.panel}>
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          <IconButton
            icon="close"
            label={i18n._('Close')}
            className={styles.close}
            disabled={busy}
            onClick={close}
          />
        </header>
        <LeavingScope value={scope}>{children}</LeavingScope>
      </div>
    </Dialog>
  );
}
