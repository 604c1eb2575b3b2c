import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type ProductRecord, saveProduct } from '@/features/catalog/api/admin-products';
import { Form } from '@/shared/forms/form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { toast } from '@/shared/ui/toasts';
import { renameFields } from '../offers/rename-fields';
import { type Places, ProductFormFields, type Washes } from './product-form-fields';
import { productOf, productSchema, type TypedProduct } from './product-schema';

/** Form names of server fields. */
const names = { useLimit: 'useCount', 'logo.image': 'image' };

type Props = {
  /** Null for a new one. */
  before: ProductRecord | null;
  values: TypedProduct;
  places: Places;
  washes: Washes;
  /** Path of its list. */
  list: string;
};

/** Product form that returns to its list after saving. */
export function ProductEditor({ before, values, places, washes, list }: Props) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(saveProduct);
  const form = useAppForm<TypedProduct>({
    schema: productSchema,
    values,
    send: async (typed) => {
      const product = productOf(typed, site().timeZone, before?.product.logo?.alpha);
      try {
        await mutateAsync({ before, product });
      } catch (error) {
        throw renameFields(error, names);
      }
      toast(i18n._('Saved'));
      // The form is clean only after this turn; otherwise, it would ask before leaving.
      setTimeout(() => void navigate(list));
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard onCancel={() => void navigate(list)}>
      <ProductFormFields form={form} fixed={before !== null} places={places} washes={washes} />
    </Form>
  );
}
