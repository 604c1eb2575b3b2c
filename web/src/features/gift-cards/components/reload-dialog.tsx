import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import styles from '@/shared/forms/form.module.css';
import { SubmitButton } from '@/shared/forms/submit-button';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { type NumberValues, numberSchema, plainNumber, typedNumber } from '../model/number-form';
import { NumberField } from './number-field';

type Props = {
  product: string;
  /** A number that the customer has just named, or one that was refused. */
  cardNumber: string;
  /** Why the number was refused. */
  complaint?: string | undefined;
  settle: (cardNumber: string | null) => void;
};

/** Asks which card the money goes onto. */
export function ReloadDialog({ product, cardNumber, complaint, settle }: Props) {
  const resolver = useMemo(() => valibotResolver(numberSchema()), []);
  const form = useForm<NumberValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { cardNumber: typedNumber(cardNumber) },
    ...(complaint && { errors: { cardNumber: { type: 'server', message: complaint } } }),
  });
  return (
    <PanelDialog title={product} onClose={() => settle(null)}>
      <form
        className={styles.form}
        onSubmit={form.handleSubmit((values) => settle(plainNumber(values)))}
        noValidate
        aria-label={product}
      >
        <p>{i18n._('Which card shall we reload?')}</p>
        <NumberField control={form.control} />
        <SubmitButton control={form.control} label={i18n._('Continue')} />
      </form>
    </PanelDialog>
  );
}
