import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { ClaimedItem } from '@/shared/api/types';
import { CaptchaField, useCaptcha } from '@/shared/captcha/captcha-field';
import { visible } from '@/shared/format/visible';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { claimCode } from '../api/deals';
import styles from './promo-form.module.css';

const longestCode = 20;

type Props = { locationId: number; onClaimed: (item: ClaimedItem) => void };

/** Form for a promo code. */
export function PromoForm({ locationId, onClaimed }: Props) {
  const claim = useMutation(claimCode);
  const captcha = useCaptcha();
  const form = useAppForm({
    schema: () => v.object({ code: required() }),
    values: { code: '' },
    send: async ({ code }) => {
      const send = (proof: Record<string, string>) =>
        claim.mutateAsync({ code: code.trim(), locationId, proof });
      onClaimed(await captcha.guard(false, send));
      form.reset();
    },
    fieldOf: {
      invalid_code: 'code',
      expired: 'code',
      already_claimed: 'code',
      sold_out: 'code',
      not_for_this_location: 'code',
    },
  });
  const title = i18n._('Have a promo code?');
  return (
    <SectionCard title={title}>
      <Form form={form} label={title} className={styles.form}>
        <div className={styles.row}>
          <FormField
            control={form.control}
            name="code"
            sanitize={visible}
            label={i18n._('Promo code')}
            autoComplete="off"
            maxLength={longestCode}
          />
          <div className={styles.button}>
            <SubmitButton control={form.control} label={i18n._('Claim')} />
          </div>
        </div>
        <CaptchaField captcha={captcha} />
      </Form>
    </SectionCard>
  );
}
