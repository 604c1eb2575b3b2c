import { i18n } from '@lingui/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import * as v from 'valibot';
import { visible } from '@/shared/format/visible';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost, entered, required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { CopyText } from '@/shared/office/copy-text';
import styles from './second-factor.module.css';

/** Setup data of an authenticator app. */
type Begun = { secret: string; url: string };

type Props<B extends Begun> = {
  /** Starts adding an authenticator. It takes effect after a code confirms it. */
  add: (entered: { label: string; password: string }) => Promise<B>;
  /** Confirms it with a code; returns the backup codes that come with the first. */
  confirm: (begun: B, code: string) => Promise<string[]>;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

/** Adds an authenticator: asks for the password, shows the setup data and asks for a code. */
export function AddFactorDialog<B extends Begun>({ add, confirm, onDone, onClose }: Props<B>) {
  const [begun, setBegun] = useState<B | null>(null);
  return begun ? (
    <ConfirmDialog
      begun={begun}
      send={async (code) => onDone(await confirm(begun, code))}
      onClose={onClose}
    />
  ) : (
    <BeginDialog send={async (entered) => setBegun(await add(entered))} onClose={onClose} />
  );
}

type Step<T> = { send: (entered: T) => Promise<void>; onClose: () => void };

function BeginDialog({ send, onClose }: Step<{ label: string; password: string }>) {
  const form = useAppForm({
    schema: () => v.object({ label: atMost(60), password: entered() }),
    values: { label: i18n._('My phone'), password: '' },
    send,
  });
  return (
    <FormDialog
      title={i18n._('Add authenticator')}
      form={form}
      submit={i18n._('Continue')}
      onClose={onClose}
      cancel
      intro={<p>{i18n._('Use an authenticator app or a password manager that supports one-time codes.')}</p>}
    >
      <FormField
        control={form.control}
        name="label"
        label={i18n._('Name')}
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

function ConfirmDialog({ begun, send, onClose }: Step<string> & { begun: Begun }) {
  const form = useAppForm({
    schema: () => v.object({ code: required() }),
    values: { code: '' },
    send: ({ code }) => send(code),
  });
  return (
    <FormDialog
      title={i18n._('Scan QR code')}
      form={form}
      submit={i18n._('Confirm')}
      onClose={onClose}
      cancel
      intro={
        <>
          <p>{i18n._('Scan the QR code with your authenticator app, or enter the key.')}</p>
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
        sanitize={visible}
        label={i18n._('Code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        help={i18n._('6-digit code from your authenticator app')}
      />
    </FormDialog>
  );
}
