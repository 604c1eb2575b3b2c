import { i18n } from '@lingui/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { HostedForm } from '@/shared/api/types';
import { Icon } from '@/shared/ui/icon';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { Spinner } from '@/shared/ui/spinner';
import { type FormEvent, readFormMessage } from '../model/form-messages';
import styles from './card-dialog.module.css';
import { CardWindow } from './card-window';

type Props<T> = {
  form: HostedForm;
  /** Result of the form from the server, which can arrive before the page's message. */
  told: Promise<FormEvent>;
  /** Determines the result of the form; the dialog stays open until then. */
  conclude: (said: FormEvent) => Promise<T>;
  settle: (outcome: T) => void;
};

/** Card form of the processor: in a frame, or in a new window if the processor forbids frames. */
export function CardDialog<T>({ form, told, conclude, settle }: Props<T>) {
  const { formUrl, display } = form.setupData;
  const [saving, setSaving] = useState(false);
  const done = useRef(false);
  const end = async (said: FormEvent) => {
    if (done.current) return;
    done.current = true;
    setSaving(said.event === 'complete');
    settle(await conclude(said));
  };
  const cancel = () => end({ event: 'cancel', ticket: '' });
  const hearEnd = useEffectEvent(end);
  useEffect(() => {
    const hear = (message: MessageEvent) => {
      const event = readFormMessage(message);
      if (event) void hearEnd(event);
    };
    void told.then((event) => hearEnd(event));
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [told]);
  return (
    <PanelDialog title={i18n._('Add card')} onClose={cancel} busy={saving}>
      <p className={styles.note}>
        <Icon name="shield" size={20} />
        {i18n._('Your card details go directly to the payment processor. We never see your card number.')}
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
