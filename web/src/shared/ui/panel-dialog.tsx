import { i18n } from '@lingui/core';
import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { narrowQuery } from '../site/mode-state';
import { Icon } from './icon';
import { useLayer } from './layers';
import styles from './panel-dialog.module.css';

type Props = {
  title: string;
  onClose: () => void;
  busy?: boolean;
  /** Says too little to fill a phone. */
  small?: boolean;
  children: ReactNode;
};

/** A dialog with something to do in it: a form, a frame. It fills a phone and cannot be left while `busy`. */
export function PanelDialog({ title, onClose, busy = false, small = false, children }: Props) {
  const id = useId();
  const close = () => {
    if (busy) return false;
    onClose();
    return true;
  };
  useLayer(close);
  const fullScreen = !small && matchMedia('(width < 600px)').matches && matchMedia(narrowQuery).matches;
  return (
    <Dialog open onClose={close} fullScreen={fullScreen} maxWidth="xs" fullWidth aria-labelledby={id}>
      <div className={styles.panel}>
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            className={styles.close}
            onClick={close}
            aria-label={i18n._('Close')}
            disabled={busy}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </Dialog>
  );
}
