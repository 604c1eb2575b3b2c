import { i18n } from '@lingui/core';
import { useCallback, useEffect } from 'react';
import { Icon } from '@/shared/ui/icon';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { Spinner } from '@/shared/ui/spinner';
import type { CardDialog as State } from '../model/card-dialog-state';
import { readFormMessage } from '../model/form-messages';
import styles from './card-dialog.module.css';
import { CardWindow } from './card-window';

/** The processor's form in a frame, or in a window of its own where the processor forbids frames. */
export function CardDialog({ dialog }: { dialog: State }) {
  const { form, saving, said } = dialog;
  const { formUrl, display } = form.setupData;
  const cancel = useCallback(() => said({ event: 'cancel', ticket: '' }), [said]);
  useEffect(() => {
    const hear = (message: MessageEvent) => {
      const event = readFormMessage(message);
      if (event) said(event);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [said]);
  return (
    <PanelDialog title={i18n._('Add a card')} onClose={cancel} busy={saving}>
      <p className={styles.note}>
        <Icon name="shield" size={20} />
        {i18n._('Your card goes straight to the payment provider. We never see its number.')}
      </p>
      {saving && (
        <p className={styles.saving} role="status">
          <Spinner label={i18n._('Saving your card…')} />
        </p>
      )}
      {!saving && display === 'frame' && (
        <iframe className={styles.frame} src={formUrl} title={i18n._('Card details')} />
      )}
      {!saving && display === 'window' && <CardWindow formUrl={formUrl} onClosed={cancel} />}
    </PanelDialog>
  );
}
