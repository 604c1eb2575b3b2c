import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { productsQuery } from '@/features/catalog/api/products';
import { grantItem } from '@/features/wallet/api/grant';
import { FormDialog } from '@/shared/forms/form-dialog';
import { atMost, required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { ReasonField } from '../components/reason-field';

type Props = { userId: string; onDone: (name: string) => void; onClose: () => void };

/** Selects a free wash or bundle. */
export function GrantDialog({ userId, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(grantItem(userId));
  const { data: washes = [] } = useQuery(productsQuery('washes', 0));
  const { data: bundles = [] } = useQuery(productsQuery('bundles', 0));
  const form = useAppForm({
    schema: () => v.object({ productId: required(), reason: atMost(200) }),
    values: { productId: '', reason: '' },
    send: async ({ productId, reason }) => {
      const { name } = await mutateAsync({ productId: Number(productId), reason });
      onDone(name);
    },
  });
  return (
    <FormDialog
      title={i18n._('Give free wash')}
      form={form}
      submit={i18n._('Give wash')}
      onClose={onClose}
      cancel
      guard
      intro={<p>{i18n._("Free for the customer. We'll notify them in the app.")}</p>}
    >
      <SelectField
        control={form.control}
        name="productId"
        label={i18n._('Item')}
        autoComplete="off"
        options={[
          { value: '', label: i18n._('Select…') },
          ...[...washes, ...bundles].map(({ productId, name }) => ({
            value: String(productId),
            label: name,
          })),
        ]}
      />
      <ReasonField control={form.control} />
    </FormDialog>
  );
}
