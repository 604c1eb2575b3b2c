import { i18n } from '@lingui/core';
import { useSession } from '@/shared/api/session';
import { CaptchaField, useCaptcha } from '@/shared/captcha/captcha-field';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useAppForm } from '@/shared/forms/use-app-form';
import { openDialog } from '@/shared/ui/open-dialog';
import { SectionCard } from '@/shared/ui/section-card';
import { fetchBalance } from '../api/balance';
import { numberSchema, plainNumber } from '../model/number-form';
import styles from './balance-form.module.css';
import { NumberField } from './number-field';

type Props = {
  /** Called with the number, digits only. */
  onChecked: (cardNumber: string) => void;
};

export function BalanceForm({ onChecked }: Props) {
  const { isLoggedIn } = useSession();
  const captcha = useCaptcha();
  const form = useAppForm({
    schema: numberSchema,
    values: { cardNumber: '' },
    send: async (values) => {
      const cardNumber = plainNumber(values);
      const balance = await captcha.guard(!isLoggedIn, (headers) => fetchBalance(cardNumber, headers));
      onChecked(cardNumber);
      void openDialog<void>(async () => {
        const { BalanceDialog } = await import('./balance-dialog');
        return (settle) => <BalanceDialog balance={balance} onClose={() => settle(null)} />;
      });
    },
  });
  return (
    <SectionCard title={i18n._('Check your balance')}>
      <Form
        form={form}
        label={i18n._('Check your balance')}
        onFocus={isLoggedIn ? undefined : captcha.arm}
        className={styles.form}
      >
        <div className={styles.row}>
          <NumberField control={form.control} />
          <div className={styles.button}>
            <SubmitButton control={form.control} label={i18n._('Check')} />
          </div>
        </div>
        <CaptchaField captcha={captcha} />
      </Form>
    </SectionCard>
  );
}
