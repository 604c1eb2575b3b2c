import { i18n } from '@lingui/core';
import { useWatch } from 'react-hook-form';
import { ProductPicture } from '@/features/catalog/components/product-picture';
import { ProductEntry as limits, UseLimit } from '@/shared/api/limits.gen';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { productKinds } from '@/shared/products/kinds';
import { hasTaxInPrices } from '@/shared/products/shown-price';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../appearance/colour-field';
import { PictureField } from '../appearance/picture-field';
import { AmountField } from '../components/amount-field';
import { ChoicesField } from '../components/choices-field';
import { DateField } from '../components/date-field';
import { longestNumber } from '../components/whole-number';
import styles from './product-form-fields.module.css';
import { has, logoOf, type TypedProduct } from './product-schema';
import { type SoldType, soldTypes } from './product-words';

/** Locations where it can be sold. */
export type Places = { id: number; label: string }[];

/** Washes that a club or bundle can include. */
export type Washes = { id: number; label: string }[];

type Props = {
  form: AppForm<TypedProduct>;
  /** The type is given, and stays. */
  fixed: boolean;
  places: Places;
  washes: Washes;
};

const drawings = () => [
  i18n._('Drop'),
  i18n._('Wind'),
  i18n._('Sparkle'),
  i18n._('Shield'),
  i18n._('Star'),
  i18n._('Sun'),
  i18n._('Car'),
  i18n._('Bolt'),
];

const off = { autoComplete: 'off' } as const;

function priceLabel(type: SoldType): string {
  if (type === 'AppClub')
    return hasTaxInPrices() ? i18n._('Monthly price (with tax)') : i18n._('Monthly price (before tax)');
  return hasTaxInPrices() ? i18n._('Price (with tax)') : i18n._('Price (before tax)');
}

/** Price and quantity. Each type has different fields. */
function Price({ form: { control }, type }: { form: AppForm<TypedProduct>; type: SoldType }) {
  const useLimit = useWatch({ control, name: 'useLimit' });
  const whole = { ...off, control, inputMode: 'numeric' } as const;
  return (
    <SectionCard title={i18n._('Pricing')}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <AmountField
            control={control}
            name="price"
            label={priceLabel(type)}
            {...(type === 'AppClub' && {
              help: i18n._(
                'Applies to new members. Current members keep their price until you schedule a change.',
              ),
            })}
          />
          {has(type, 'signupPrice') && (
            <AmountField control={control} name="signupPrice" label={i18n._('First-month price')} />
          )}
          {has(type, 'value') && <AmountField control={control} name="value" label={i18n._('Card value')} />}
          {has(type, 'quantity') && (
            <FormField
              {...whole}
              name="quantity"
              label={i18n._('Number of codes')}
              maxLength={longestNumber(limits.quantity)}
            />
          )}
          {has(type, 'stock') && (
            <FormField
              {...whole}
              name="stock"
              label={i18n._('Stock')}
              maxLength={longestNumber(limits.stock)}
              optional
              help={i18n._("Leave blank if you don't track stock.")}
            />
          )}
          {has(type, 'goodForDays') && (
            <FormField
              {...whole}
              name="goodForDays"
              label={i18n._('Valid for (days)')}
              maxLength={longestNumber(limits.goodForDays)}
              optional
              help={i18n._('Default: 365')}
            />
          )}
        </div>
        {has(type, 'useLimit') && (
          <div className={styles.pair}>
            <SelectField
              {...off}
              control={control}
              name="useLimit"
              label={i18n._('Usage limit')}
              options={[
                { value: 'none', label: i18n._('Unlimited') },
                { value: 'day', label: i18n._('Per day') },
                { value: 'month', label: i18n._('Per month') },
              ]}
            />
            {useLimit !== 'none' && (
              <FormField
                {...whole}
                name="useCount"
                label={i18n._('Uses')}
                maxLength={longestNumber(UseLimit.count)}
              />
            )}
          </div>
        )}
      </div>
    </SectionCard>
  );
}

function Look({ form }: { form: AppForm<TypedProduct> }) {
  const { control } = form;
  const [image, drawing, colour] = useWatch({ control, name: ['image', 'drawing', 'colour'] });
  return (
    <SectionCard title={i18n._('Appearance')}>
      <div className={styles.look}>
        <div className={styles.picture}>
          <ProductPicture logo={logoOf({ image, drawing, colour })} />
        </div>
        <div className={styles.fields}>
          <PictureField form={form} name="image" label={i18n._('Image')} />
          {!image && (
            <div className={styles.pair}>
              <SelectField
                {...off}
                control={control}
                name="drawing"
                label={i18n._('Icon')}
                options={drawings().map((label, index) => ({ value: String(index), label }))}
              />
              <ColourField form={form} name="colour" label={i18n._('Color')} />
            </div>
          )}
        </div>
      </div>
    </SectionCard>
  );
}

/** Everything that there is to say of a product of its type. */
export function ProductFormFields({ form, fixed, places, washes }: Props) {
  const { control } = form;
  const type = useWatch({ control, name: 'productType' });
  return (
    <>
      <SectionCard title={i18n._('Details')}>
        <div className={styles.fields}>
          <SelectField
            {...off}
            control={control}
            name="productType"
            label={i18n._('Type')}
            disabled={fixed}
            options={soldTypes.map((value) => ({ value, label: productKinds[value].name() }))}
          />
          <FormField
            {...off}
            control={control}
            name="name"
            label={i18n._('Name')}
            maxLength={limits.name.maxLength}
          />
          <FormField
            {...off}
            control={control}
            name="details"
            label={i18n._("What's included")}
            lines={4}
            maxLength={4000}
            optional
            help={i18n._('One item per line')}
          />
          {has(type, 'washes') && washes.length > 0 && (
            <ChoicesField
              control={control}
              name="washes"
              label={i18n._('Included washes')}
              choices={washes}
              help={
                type === 'AppClub'
                  ? i18n._(
                      'Members choose one of these washes at each visit. Customers, kiosks and your team see their names.',
                    )
                  : i18n._(
                      'Each code can be used for one of these washes. Customers, kiosks and your team see their names.',
                    )
              }
            />
          )}
          <FormField
            {...off}
            control={control}
            name="badge"
            label={i18n._('Badge')}
            maxLength={limits.badge.maxLength}
            optional
          />
        </div>
      </SectionCard>
      <Price form={form} type={type} />
      <Look form={form} />
      <SectionCard title={i18n._('Availability')}>
        <div className={styles.fields}>
          <div className={styles.pair}>
            <DateField
              control={control}
              name="onSaleFrom"
              type="datetime-local"
              label={i18n._('Available from')}
              optional
              help={i18n._('Leave blank to start now.')}
            />
            <DateField
              control={control}
              name="onSaleUntil"
              type="datetime-local"
              label={i18n._('Available until')}
              optional
              help={i18n._('Leave blank for no end date.')}
            />
          </div>
          {places.length > 1 && (
            <ChoicesField
              control={control}
              name="locations"
              label={i18n._('Locations')}
              choices={places}
              help={i18n._('Leave blank for all locations.')}
            />
          )}
        </div>
      </SectionCard>
    </>
  );
}
