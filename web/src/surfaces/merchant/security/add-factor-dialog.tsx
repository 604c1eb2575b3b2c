import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import * as v from 'valibot';
import { addSecondFactor, confirmSecondFactor } from '@/features/identity/api/second-factors';
import type { BegunFactor } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost, entered, required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { CopyText } from '../components/copy-text';
import styles from './security.module.css';

type Props = { onDone: (recoveryCodes: string[]) => void; onClose: () => void };

/** Adds an authenticator: the password first, then what it scans and the code that it shows. */
export function AddFactorDialog({ onDone, onClose }: Props) {
  const [begun, setBegun] = useState<BegunFactor | null>(null);
  return begun ? (
    <ConfirmDialog begun={begun} onDone={onDone} onClose={onClose} />
  ) : (
    <BeginDialog onBegun={setBegun} onClose={onClose} />
  );
}

function BeginDialog({ onBegun, onClose }: { onBegun: (begun: BegunFactor) => void; onClose: () => void }) {
  const form = useAppForm({
    schema: () => v.object({ label: atMost(60), password: entered() }),
    values: { label: i18n._('My phone'), password: '' },
    send: async (values) => onBegun(await addSecondFactor(values)),
  });
  return (
    <FormDialog
      title={i18n._('Add an authenticator')}
      form={form}
      submit={i18n._('Continue')}
      onClose={onClose}
      cancel
      intro={<p>{i18n._('Any app for one-time codes will do, or a password manager that has them.')}</p>}
    >
      <FormField
        control={form.control}
        name="label"
        label={i18n._('What you call it')}
        autoComplete="off"
        maxLength={60}
      />
      <FormField
        control={form.control}
        name="password"
        label={i18n._('Password')}
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

function ConfirmDialog({ begun, onDone, onClose }: Props & { begun: BegunFactor }) {
  const { mutateAsync } = useMutation(confirmSecondFactor);
  const form = useAppForm({
    schema: () => v.object({ code: required() }),
    values: { code: '' },
    send: async ({ code }) => onDone(await mutateAsync({ factorId: begun.factorId, code })),
  });
  return (
    <FormDialog
      title={i18n._('Scan and confirm')}
      form={form}
      submit={i18n._('Confirm')}
      onClose={onClose}
      cancel
      intro={
        <>
          <p>{i18n._('Scan this with your authenticator, or type the key into it.')}</p>
          <div className={styles.code}>
            <QRCodeSVG
              value={begun.url}
              size={184}
              marginSize={2}
              title={i18n._('QR code for your authenticator')}
            />
          </div>
          <CopyText text={begun.secret} what={i18n._('Key')} />
        </>
      }
    >
      <FormField
        control={form.control}
        name="code"
        label={i18n._('Code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        help={i18n._('Six digits that your authenticator shows.')}
      />
    </FormDialog>
  );
}
