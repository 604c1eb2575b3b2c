import { i18n } from '@lingui/core';
import { useWatch } from 'react-hook-form';
import type { ShippingAddress } from '@/shared/api/types';
import styles from '@/shared/forms/form.module.css';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { StateField } from '@/shared/forms/state-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { hasStates, postalCodeLabel } from '@/shared/site/country-words';
import {
  type AddressValues,
  addressFrom,
  addressSchema,
  addressValues,
  homeOf,
  longestLine,
  longestState,
} from '../model/address-form';

type Props = {
  person: { firstName: string; lastName: string };
  known: ShippingAddress | null;
  states: { code: string; name: string }[];
  settle: (address: ShippingAddress | null) => void;
};

/** Dialog for the shipping address. */
export function AddressDialog({ person, known, states, settle }: Props) {
  const home = homeOf(known);
  const form = useAppForm({
    schema: addressSchema,
    values: addressValues(person, known),
    draft: 'shipping-address',
    send: (values) => settle(addressFrom(values, home)),
  });
  const { control } = form;
  const locked = useWatch({ control, name: 'useHome' }) && home !== null;
  const field = (name: keyof AddressValues, label: string, autoComplete: string, longest = longestLine) => (
    <FormField
      control={control}
      name={name}
      label={label}
      autoComplete={autoComplete}
      maxLength={longest}
      locked={locked && name !== 'first' && name !== 'last'}
    />
  );
  return (
    <FormDialog
      title={i18n._('Shipping address')}
      form={form}
      submit={i18n._('Continue')}
      onClose={() => settle(null)}
      guard
    >
      {home && <SwitchField control={control} name="useHome" label={i18n._('Use Home Address')} />}
      <div className={styles.row}>
        {field('first', i18n._('First name'), 'shipping given-name')}
        {field('last', i18n._('Last name'), 'shipping family-name')}
      </div>
      {field('address1', i18n._('Address'), 'shipping address-line1')}
      <FormField
        control={control}
        name="address2"
        label={i18n._('Apartment, suite, etc.')}
        autoComplete="shipping address-line2"
        maxLength={longestLine}
        locked={locked}
        optional
      />
      {field('city', i18n._('City'), 'shipping address-level2')}
      <div className={styles.row}>
        {hasStates() && (
          <StateField
            control={control}
            name="state"
            states={states}
            autoComplete="shipping address-level1"
            maxLength={longestState}
            locked={locked}
          />
        )}
        {field('zipCode', postalCodeLabel(), 'shipping postal-code', 12)}
      </div>
      <FormField
        control={control}
        name="addressedTo"
        label={i18n._('Recipient name')}
        help={i18n._('If someone else receives the package')}
        autoComplete="off"
        maxLength={longestLine}
        optional
      />
      {!locked && <SwitchField control={control} name="isHome" label={i18n._('This is my home address')} />}
    </FormDialog>
  );
}
