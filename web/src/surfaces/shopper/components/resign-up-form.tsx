import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { fetchQuote } from '@/features/checkout/api/quote';
import { orderFailure } from '@/features/checkout/model/order-failure';
import { placeOrder } from '@/features/checkout/model/place-order';
import { ensureVehicle } from '@/flows/buying/ensure-vehicle';
import { tellResult } from '@/flows/buying/tell-result';
import { useWay } from '@/flows/buying/way';
import { digitsOnly } from '@/shared/format/masks';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { Refusal } from '@/shared/forms/submit-failure';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';

const schema = () =>
  v.object({
    productId: required(),
    acceptedTerms: v.pipe(
      v.boolean(),
      v.check((yes) => yes),
    ),
  });

function refuse(error: unknown): never {
  throw error instanceof Refusal ? error : new Refusal(orderFailure(error), { cause: error });
}

export function ResignUpForm() {
  const way = useWay();
  const { queries } = way;
  const join = async (productId: string) => {
    const products = [{ productId: Number(productId) }];
    if (!(await ensureVehicle(queries))) {
      throw new Refusal(i18n._('A wash club needs your vehicle. Please add it first.'));
    }
    const { lines, total } = await fetchQuote({ products });
    const units = lines.map(({ name, productType }) => ({ name, productType }));
    const body = { products, expectedTotal: total, acceptedTerms: true };
    const result = await placeOrder(body, { units, total, from: undefined });
    await tellResult(way, { units, result });
  };
  const form = useAppForm({
    schema,
    values: { productId: String(site().resignUpProductId), acceptedTerms: false },
    send: ({ productId }) => join(productId).catch(refuse),
  });
  return (
    <Form form={form} submit={i18n._('Sign Up')}>
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
    </Form>
  );
}
