import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { watchWindow } from '../model/card-window';
import styles from './card-dialog.module.css';

type Props = { formUrl: string; onClosed: () => unknown };

/** Card form in a new window. It opens within the click, or the browser would block it. */
export function CardWindow({ formUrl, onClosed }: Props) {
  const [opened, setOpened] = useState<Window | null>(null);
  const [blocked, setBlocked] = useState(false);
  const closed = useEffectEvent(onClosed);
  useEffect(() => (opened ? watchWindow(opened, () => closed()) : undefined), [opened]);
  const open = () => {
    const form = window.open(formUrl, 'suds-card', 'popup,width=480,height=720');
    form?.focus();
    setOpened(form);
    setBlocked(!form);
  };
  return (
    <>
      <Button variant="contained" size="large" onClick={open}>
        {opened ? i18n._('Show secure form') : i18n._('Open secure form')}
      </Button>
      <p className={styles.window} role="status">
        {blocked && i18n._('Your browser blocked the form. Allow pop-ups from this site.')}
        {opened && i18n._('The form is open in another window. Continue there.')}
      </p>
    </>
  );
}
