import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import {
  type CaptchaInUse,
  type CaptchaTrial,
  type CaptchaVendor,
  captchaQuery,
  setCaptcha,
  type TypedCaptcha,
  tryCaptcha,
} from '@/features/identity/api/captcha';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMost, atMostText } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { withPassword } from '../../components/with-password';
import { Addresses } from '../addresses';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { vendors } from './vendors';

/** `vendor` is empty for the built-in puzzle. */
type Typed = { vendor: string; endpoints: string; siteKey: string; secret: string };

const longestKey = 200;

function schemaFor({ vendor: current }: CaptchaInUse) {
  const common = { endpoints: v.string() };
  return v.variant('vendor', [
    v.object({ ...common, vendor: v.literal(''), siteKey: v.string(), secret: v.string() }),
    ...Object.keys(vendors).map((vendor) =>
      v.object({
        ...common,
        vendor: v.literal(vendor),
        siteKey: atMost(longestKey),
        // A stored secret needn't be entered again.
        secret: vendor === current ? atMostText(longestKey) : atMost(longestKey),
      }),
    ),
  ]);
}

function sendable({ vendor, endpoints, siteKey, secret }: Typed): TypedCaptcha {
  if (!vendor) return { vendor: null };
  return {
    vendor: vendor as CaptchaVendor,
    endpoints: endpoints as 'production' | 'stub',
    siteKey,
    secret,
  };
}

function wordsOf(trial: CaptchaTrial): { title: string; text: string } {
  const words = {
    works: {
      title: i18n._('Secret key is valid'),
      text: i18n._('Nothing was saved. Check the site key on your sign-up page.'),
    },
    refused: {
      title: i18n._('Invalid secret key'),
      text: i18n._("Compare it with the one in your provider's dashboard. Nothing was saved."),
    },
    unreachable: {
      title: i18n._("Couldn't reach the provider"),
      text: i18n._('Try again in a moment. Nothing was saved.'),
    },
  };
  return words[trial];
}

type Props = { inUse: CaptchaInUse; onSaved: () => void };

function CaptchaForm({ inUse, onSaved }: Props) {
  const saving = useMutation(setCaptcha);
  const trying = useMutation(tryCaptcha);
  const form = useAppForm<Typed>({
    schema: () => schemaFor(inUse),
    values: {
      vendor: inUse.vendor ?? '',
      endpoints: inUse.endpoints ?? 'production',
      siteKey: inUse.siteKey,
      secret: '',
    },
    send: async (typed) => {
      const change = { version: inUse.version, captcha: sendable(typed) };
      await withPassword(() => saving.mutateAsync(change));
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control } = form;
  const vendor = useWatch({ control, name: 'vendor' });
  const tryIt = form.handleSubmit(async (typed) => {
    try {
      await dialogs.alert(wordsOf(await withPassword(() => trying.mutateAsync(sendable(typed)))));
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    }
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Provider')}>
        <div className={styles.fields}>
          <SelectField
            control={control}
            name="vendor"
            label={i18n._('Captcha')}
            autoComplete="off"
            options={[
              { value: '', label: i18n._('Built-in') },
              ...Object.entries(vendors).map(([value, label]) => ({ value, label })),
            ]}
          />
          {vendor && !inUse.isProduction && (
            <SelectField
              control={control}
              name="endpoints"
              label={i18n._('Environment')}
              autoComplete="off"
              options={[
                { value: 'production', label: i18n._({ id: 'environment|Live', message: 'Live' }) },
                { value: 'stub', label: i18n._('Test') },
              ]}
            />
          )}
        </div>
        {!inUse.isAsked && (
          <p className={styles.warning}>{i18n._("This installation doesn't verify captchas right now.")}</p>
        )}
        <p className={styles.note}>
          {vendor
            ? i18n._(
                "Forms load the provider's script, so the provider can see your visitors. If it's unavailable, the built-in puzzle takes over.",
              )
            : i18n._('Browsers solve a small puzzle automatically. No data is shared with third parties.')}
        </p>
      </SectionCard>
      {vendor && (
        <SectionCard title={i18n._('Keys')}>
          <div className={styles.fields} key={vendor}>
            <FormField
              control={control}
              name="siteKey"
              label={i18n._('Site key')}
              autoComplete="off"
              maxLength={longestKey}
              help={vendor === 'recaptcha' ? i18n._('reCAPTCHA v2 (checkbox)') : undefined}
            />
            <FormField
              control={control}
              name="secret"
              label={i18n._('Secret key')}
              type="password"
              autoComplete="new-password"
              maxLength={longestKey}
              help={
                vendor === inUse.vendor
                  ? i18n._('Stored securely. Leave blank to keep the current value.')
                  : undefined
              }
            />
          </div>
          <BusyButton variant="outlined" onClick={tryIt} busy={trying.isPending}>
            {i18n._('Test secret key')}
          </BusyButton>
          <p>{i18n._('Restrict the keys to this site:')}</p>
          <Addresses of={inUse.addresses} />
        </SectionCard>
      )}
    </Form>
  );
}

/** Captcha settings. */
export function CaptchaPart() {
  return (
    <OpenedView
      query={captchaQuery()}
      skeleton={<Skeleton count={2} height={220} />}
      failed={i18n._("Couldn't load settings")}
    >
      {(inUse, again) => <CaptchaForm inUse={inUse} onSaved={again} />}
    </OpenedView>
  );
}
