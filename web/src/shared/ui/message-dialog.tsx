import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useId, useState } from 'react';
import { saidOr } from '../api/api-error';
import type { DialogKind, OpenDialog } from './dialogs';
import { Icon } from './icon';
import type { IconName } from './icon-paths';
import { useLayer } from './layers';
import styles from './message-dialog.module.css';
import { Spinner } from './spinner';

const icons: Record<DialogKind, IconName> = {
  alert: 'help',
  success: 'check',
  warning: 'alert',
  error: 'alert',
  promise: 'mail',
};

type Shown = Pick<OpenDialog, 'kind' | 'title' | 'text' | 'icon'>;

export function MessageDialog({ dialog }: { dialog: OpenDialog }) {
  const [shown, setShown] = useState<Shown>(dialog);
  const [phase, setPhase] = useState<'asking' | 'working' | 'done'>('asking');
  const id = useId();

  async function run() {
    if (!dialog.action) return dialog.settle(true);
    setPhase('working');
    try {
      const text = await dialog.action();
      if (dialog.closeAfter) return dialog.settle(true);
      setShown({ kind: 'success', title: i18n._('Success'), text: text ?? '' });
    } catch (error) {
      const text = saidOr(error, i18n._('Sorry, something went wrong.'));
      setShown({ kind: 'error', title: i18n._('Error'), text });
    }
    setPhase('done');
  }

  const close = () => {
    if (phase === 'working') return false;
    dialog.settle(phase === 'done');
    return true;
  };
  useLayer(close);
  const asks = Boolean(dialog.yes) && phase !== 'done';
  return (
    <Dialog
      open
      onClose={close}
      maxWidth="xs"
      fullWidth
      role={shown.kind === 'error' || shown.kind === 'warning' ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      transitionDuration={300}
    >
      <div className={styles.body} data-kind={shown.kind} aria-live="polite">
        <span className={styles.mark}>
          <Icon name={shown.icon ?? icons[shown.kind]} size={28} />
        </span>
        <h2 id={`${id}-title`} className={styles.title}>
          {shown.title}
        </h2>
        <p id={`${id}-text`} className={styles.text}>
          {shown.text}
        </p>
        <div className={styles.actions}>
          {asks && (
            <Button variant="contained" onClick={run} disabled={phase === 'working'} autoFocus>
              {phase === 'working' ? <Spinner label={dialog.yes ?? ''} /> : dialog.yes}
            </Button>
          )}
          <Button
            variant={asks ? 'outlined' : 'contained'}
            onClick={close}
            disabled={phase === 'working'}
            autoFocus={!asks}
          >
            {phase === 'asking' && dialog.no ? dialog.no : i18n._('Close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
