import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useId, useState } from 'react';
import { saidOr } from '../api/api-error';
import { BusyButton } from './busy-button';
import type { Asked, Message, MessageKind } from './dialogs';
import { Icon } from './icon';
import type { IconName } from './icon-paths';
import { useLayer } from './layers';
import styles from './message-dialog.module.css';
import { Spinner } from './spinner';

const icons: Record<MessageKind, IconName> = {
  alert: 'help',
  success: 'check',
  warning: 'alert',
  error: 'alert',
  promise: 'mail',
};

type Shown = Pick<Message, 'kind' | 'title' | 'text' | 'icon'>;

export function MessageDialog({ message, settle }: Asked) {
  const [shown, setShown] = useState<Shown>(message);
  const [phase, setPhase] = useState<'asking' | 'working' | 'done'>('asking');
  const id = useId();

  async function run() {
    if (!message.action) return settle(true);
    setPhase('working');
    try {
      const text = await message.action();
      if (message.closeAfter) return settle(true);
      setShown({ kind: 'success', title: i18n._('Success'), text: text ?? '' });
    } catch (error) {
      const text = saidOr(error, i18n._('Sorry, something went wrong.'));
      setShown({ kind: 'error', title: i18n._('Error'), text });
    }
    setPhase('done');
  }

  const close = () => {
    if (phase === 'working') return false;
    settle(phase === 'done');
    return true;
  };
  useLayer(close);
  const asks = Boolean(message.yes) && phase !== 'done';
  const { another } = message;
  const chooseAnother = () => {
    another?.choose();
    settle(false);
  };
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
            <BusyButton variant="contained" onClick={run} busy={phase === 'working'} autoFocus>
              {phase === 'working' ? <Spinner label={message.yes ?? ''} /> : message.yes}
            </BusyButton>
          )}
          <BusyButton
            variant={asks ? 'outlined' : 'contained'}
            onClick={close}
            busy={phase === 'working'}
            autoFocus={!asks}
          >
            {phase === 'asking' && message.no ? message.no : i18n._('Close')}
          </BusyButton>
        </div>
        {another && phase === 'asking' && (
          <Button variant="text" onClick={chooseAnother}>
            {another.label}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
