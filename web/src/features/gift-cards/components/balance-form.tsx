import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useSession } from '@/shared/api/session';
import { CaptchaField, useCaptcha } from '@/shared/captcha/captcha-field';
import { FormFailure } from '@/shared/forms/form-failure';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { openPanel } from '@/shared/ui/panels';
import { SectionCard } from '@/shared/ui/section-card';
import { fetchBalance } from '../api/balance';
import { type NumberValues, numberSchema, plainNumber } from '../model/number-form';
import styles from './balance-form.module.css';
import { NumberField } from './number-field';

type Props = {
  /** Told the number that was asked about, digits only. */
  onChecked: (cardNumber: string) => void;
};

export function BalanceForm({ onChecked }: Props) {
  const resolver = useMemo(() => valibotResolver(numberSchema()), []);
  const entry = useForm<NumberValues>({ resolver, mode: 'onTouched', defaultValues: { cardNumber: '' } });
  const { control } = entry;
  const { isLoggedIn } = useSession();
  const captcha = useCaptcha();
  const submit = entry.handleSubmit(async (values) => {
    const cardNumber = plainNumber(values);
    try {
      const balance = await captcha.guard(!isLoggedIn, (headers) => fetchBalance(cardNumber, headers));
      onChecked(cardNumber);
      void openPanel<void>(async () => {
        const { BalanceDialog } = await import('./balance-dialog');
        return (settle) => <BalanceDialog balance={balance} onClose={() => settle(null)} />;
      });
    } catch (error) {
      showFailure(entry, error);
    }
  });
  return (
    <SectionCard title={i18n._('Check your balance')}>
      <form
        className={styles.form}
        onSubmit={submit}
        onFocus={isLoggedIn ? undefined : captcha.arm}
        noValidate
        aria-label={i18n._('Check your balance')}
      >
        <div className={styles.row}>
          <NumberField control={control} />
          <div className={styles.button}>
            <SubmitButton control={control} label={i18n._('Check')} />
          </div>
        </div>
        <CaptchaField captcha={captcha} />
        <FormFailure control={control} />
      </form>
    </SectionCard>
  );
}
