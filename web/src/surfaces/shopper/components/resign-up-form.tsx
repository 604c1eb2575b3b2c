import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { useWay } from '@/flows/buying/way';
import { digitsOnly } from '@/shared/format/digits';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { loadCode } from '@/shared/ui/load-code';

const schema = () =>
  v.object({
    productId: required(),
    acceptedTerms: v.pipe(
      v.boolean(),
      v.check((yes) => yes),
    ),
  });

export function ResignUpForm() {
  const way = useWay();
  const form = useAppForm({
    schema,
    values: { productId: String(site().resignUpProductId || ''), acceptedTerms: false },
    send: async ({ productId }) => {
      const { joinClub } = await loadCode(() => import('../model/join-club'));
      await joinClub(way, Number(productId));
    },
  });
  return (
    <Form form={form} submit={i18n._('Sign Up')}>
      <FormField
        control={form.control}
        name="productId"
        label={i18n._('Product ID')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        sanitize={digitsOnly}
      />
      <SwitchField
        control={form.control}
        name="acceptedTerms"
        label={i18n._('I accept the Wash Club terms')}
      />
    </Form>
  );
}
