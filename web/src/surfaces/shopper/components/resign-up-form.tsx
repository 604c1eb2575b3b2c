import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { fetchQuote } from '@/features/checkout/api/quote';
import { orderFailure } from '@/features/checkout/model/order-failure';
import { placeOrder } from '@/features/checkout/model/place-order';
import { ensureVehicle } from '@/flows/buying/ask';
import { tellResult } from '@/flows/buying/tell-result';
import { useWay } from '@/flows/buying/way';
import { digitsOnly } from '@/shared/format/masks';
import styles from '@/shared/forms/form.module.css';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { SwitchField } from '@/shared/forms/switch-field';
import { site } from '@/shared/site/boot';

type Form = { productId: string; acceptedTerms: boolean };

export function ResignUpForm() {
  const way = useWay();
  const { queries } = way;
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
  const refuse = (message: string) => form.setError('root', { type: 'server', message });
  const submit = form.handleSubmit(async (values) => {
    const products = [{ productId: Number(values.productId) }];
    try {
      if (!(await ensureVehicle(queries))) {
        return refuse(i18n._('A wash club needs your vehicle. Please add it first.'));
      }
      const { lines, total } = await fetchQuote({ products });
      const units = lines.map(({ name, productType }) => ({ name, productType }));
      const body = { products, expectedTotal: total, acceptedTerms: true };
      const result = await placeOrder(body, { units, total, from: undefined });
      await tellResult(way, { units, result });
    } catch (error) {
      refuse(orderFailure(error));
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
