import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { amount, amountToEnter, parseAmount } from '../../components/amount';
import { AmountField } from '../../components/amount-field';
import { longestNumber, whole } from '../../components/whole-number';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { useChange } from '../use-change';

type Typed = { airPayLimits: { chargesPerDay: string; amountPerDay: string } };

const charges = { minimum: 0, maximum: 999_999 };

const schema = () =>
  v.object({ airPayLimits: v.object({ chargesPerDay: whole(charges), amountPerDay: amount() }) });

type Props = { saved: WholeConfig; onSaved: () => void };

function AirPayForm({ saved, onSaved }: Props) {
  const change = useChange(saved);
  const { chargesPerDay, amountPerDay } = saved.airPayLimits;
  const form = useAppForm<Typed>({
    schema,
    values: {
      airPayLimits: { chargesPerDay: String(chargesPerDay), amountPerDay: amountToEnter(amountPerDay) },
    },
    send: async ({ airPayLimits: typed }) => {
      const airPayLimits = {
        chargesPerDay: Number(typed.chargesPerDay),
        amountPerDay: parseAmount(typed.amountPerDay) ?? 0,
      };
      await change({ airPayLimits });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control } = form;
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Limits per customer')}>
        <div className={styles.pair}>
          <FormField
            control={control}
            name="airPayLimits.chargesPerDay"
            label={i18n._('Charges per day')}
            autoComplete="off"
            inputMode="numeric"
            maxLength={longestNumber(charges)}
          />
          <AmountField control={control} name="airPayLimits.amountPerDay" label={i18n._('Amount per day')} />
        </div>
        <p className={styles.note}>
          {i18n._(
            'AirPAY charges at your kiosks beyond a limit are declined until the next day. Enter 0 to decline all.',
          )}
        </p>
      </SectionCard>
    </Form>
  );
}

/** Limits of AirPAY charges. */
export function AirPayPart() {
  return (
    <OpenedView
      query={wholeConfigQuery()}
      skeleton={<Skeleton count={1} height={240} />}
      failed={i18n._("Couldn't load configuration")}
    >
      {(saved, again) => <AirPayForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
