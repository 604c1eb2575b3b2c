import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { placeOrder } from '@/features/checkout/api/orders';
import { keys } from '@/shared/api/query-keys';
import styles from '@/shared/forms/form.module.css';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { digitsOnly } from '@/shared/forms/masks';
import { required } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { SwitchField } from '@/shared/forms/switch-field';
import { money } from '@/shared/lib/money';
import { site } from '@/shared/site/boot';
import { dialogs } from '@/shared/ui/dialogs';

type Form = { productId: string; acceptedTerms: boolean };

export function ResignUpForm() {
  const queries = useQueryClient();
  const resolver = useMemo(
    () =>
      valibotResolver(
        v.object({
          productId: required(),
          acceptedTerms: v.pipe(
            v.boolean(),
            v.check((yes) => yes),
          ),
        }),
      ),
    [],
  );
  const productId = String(site().resignUpProductId);
  const form = useForm<Form>({ resolver, defaultValues: { productId, acceptedTerms: false } });
  const submit = form.handleSubmit(async (values) => {
    try {
      const products = [{ productId: Number(values.productId) }];
      const { approved, orderNumber, total, message } = await placeOrder({ products, acceptedTerms: true });
      await queries.invalidateQueries({ queryKey: keys.customer() });
      if (approved) {
        const paid = { number: orderNumber, total: money(total) };
        await dialogs.success({
          title: i18n._('Success'),
          text: i18n._('Order {number} is paid: {total}.', paid),
        });
      } else {
        await dialogs.error({ title: i18n._('Failed'), text: message });
      }
    } catch (error) {
      showFailure(form, error);
    }
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FormField
        control={form.control}
        name="productId"
        label={i18n._('Product id')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        sanitize={digitsOnly}
      />
      <SwitchField
        control={form.control}
        name="acceptedTerms"
        label={i18n._('I accept the terms of the wash club.')}
      />
      <SubmitButton control={form.control} label={i18n._('Sign Up')} />
      <FormFailure control={form.control} />
    </form>
  );
}
