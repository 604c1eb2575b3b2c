import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { placeOrder } from '@/features/checkout/api/orders';
import { orderFailure } from '@/features/checkout/model/order-failure';
import styles from '@/shared/forms/form.module.css';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { digitsOnly } from '@/shared/forms/masks';
import { required } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { SwitchField } from '@/shared/forms/switch-field';
import { site } from '@/shared/site/boot';
import { ensureVehicle } from '../buying/ask';
import { tellResult } from '../buying/tell-result';

type Form = { productId: string; acceptedTerms: boolean };

export function ResignUpForm() {
  const queries = useQueryClient();
  const navigate = useNavigate();
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
    const order = {
      items: [{ productId: Number(values.productId) }],
      products: [{ productType: 'AppClub' as const }],
    };
    try {
      if (!(await ensureVehicle(queries))) {
        return refuse(i18n._('A wash club needs your vehicle. Please add it first.'));
      }
      const result = await placeOrder({ products: order.items, acceptedTerms: true });
      await tellResult(queries, navigate, order, result);
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
