import { i18n } from '@lingui/core';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { numberSchema, plainNumber, typedNumber } from '../model/number-form';
import { NumberField } from './number-field';

type Props = {
  product: string;
  /** Number the customer has just entered, or one that was rejected. */
  cardNumber: string;
  /** Reason why the number was rejected. */
  complaint?: string | undefined;
  settle: (cardNumber: string | null) => void;
};

/** Asks for the gift card to reload. */
export function ReloadDialog({ product, cardNumber, complaint, settle }: Props) {
  const form = useAppForm({
    schema: numberSchema,
    values: { cardNumber: typedNumber(cardNumber) },
    send: (values) => settle(plainNumber(values)),
    complaints: { cardNumber: complaint },
  });
  return (
    <FormDialog title={product} form={form} submit={i18n._('Continue')} onClose={() => settle(null)}>
      <p>{i18n._('Enter the number of the card to reload.')}</p>
      <NumberField control={form.control} />
    </FormDialog>
  );
}
