import { i18n } from '@lingui/core';
import { useWatch } from 'react-hook-form';
import { ProductPicture } from '@/features/catalog/components/product-picture';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { productKinds } from '@/shared/products/kinds';
import { hasTaxInPrices } from '@/shared/products/shown-price';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../appearance/colour-field';
import { PictureField } from '../appearance/picture-field';
import { ChoicesField } from '../components/choices-field';
import { DateField } from '../components/date-field';
import styles from './product-form-fields.module.css';
import { has, logoOf, type TypedProduct } from './product-schema';
import { type SoldType, soldTypes } from './product-words';

/** Where it can be sold. */
export type Places = { id: number; label: string }[];

type Props = {
  form: AppForm<TypedProduct>;
  /** The type is given, and stays. */
  fixed: boolean;
  places: Places;
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
    return hasTaxInPrices() ? i18n._('Monthly price with tax') : i18n._('Monthly price before tax');
  return hasTaxInPrices() ? i18n._('Price with tax') : i18n._('Price before tax');
}

/** What it costs, and what one gets for it: each type has its own. */
function Price({ form: { control }, type }: { form: AppForm<TypedProduct>; type: SoldType }) {
  const useLimit = useWatch({ control, name: 'useLimit' });
  const whole = { ...off, control, inputMode: 'numeric' } as const;
  return (
    <SectionCard title={i18n._('What it costs')}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <FormField
            {...whole}
            name="price"
            label={priceLabel(type)}
            maxLength={12}
            {...(type === 'AppClub' && {
              help: i18n._('For who joins from now on. Members keep theirs until you announce another.'),
            })}
          />
          {has(type, 'signupPrice') && (
            <FormField {...whole} name="signupPrice" label={i18n._('First month')} maxLength={12} />
          )}
          {has(type, 'value') && <FormField {...whole} name="value" label={i18n._('Worth')} maxLength={12} />}
          {has(type, 'quantity') && (
            <FormField {...whole} name="quantity" label={i18n._('Codes')} maxLength={3} />
          )}
          {has(type, 'stock') && (
            <FormField
              {...whole}
              name="stock"
              label={i18n._('Pieces')}
              maxLength={7}
              optional
              help={i18n._('Left empty, they are not counted.')}
            />
          )}
          {has(type, 'goodForDays') && (
            <FormField
              {...whole}
              name="goodForDays"
              label={i18n._('Good for days')}
              maxLength={4}
              optional
              help={i18n._('Left empty: a year.')}
            />
          )}
        </div>
        {has(type, 'useLimit') && (
          <div className={styles.pair}>
            <SelectField
              {...off}
              control={control}
              name="useLimit"
              label={i18n._('How often')}
              options={[
                { value: 'none', label: i18n._('Without limit') },
                { value: 'day', label: i18n._('Some times a day') },
                { value: 'month', label: i18n._('Some times a month') },
              ]}
            />
            {useLimit !== 'none' && (
              <FormField {...whole} name="useCount" label={i18n._('Times')} maxLength={4} />
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
    <SectionCard title={i18n._('How it looks')}>
      <div className={styles.look}>
        <div className={styles.picture}>
          <ProductPicture logo={logoOf({ image, drawing, colour })} />
        </div>
        <div className={styles.fields}>
          <PictureField form={form} name="image" label={i18n._('Picture')} />
          {!image && (
            <div className={styles.pair}>
              <SelectField
                {...off}
                control={control}
                name="drawing"
                label={i18n._('Drawing')}
                options={drawings().map((label, index) => ({ value: String(index), label }))}
              />
              <ColourField form={form} name="colour" label={i18n._('Colour')} />
            </div>
          )}
        </div>
      </div>
    </SectionCard>
  );
}

/** Everything that there is to say of a product of its type. */
export function ProductFormFields({ form, fixed, places }: Props) {
  const { control } = form;
  const type = useWatch({ control, name: 'productType' });
  return (
    <>
      <SectionCard title={i18n._('What it is')}>
        <div className={styles.fields}>
          <SelectField
            {...off}
            control={control}
            name="productType"
            label={i18n._('Type')}
            disabled={fixed}
            options={soldTypes.map((value) => ({ value, label: productKinds[value].name() }))}
          />
          <FormField {...off} control={control} name="name" label={i18n._('Name')} maxLength={80} />
          <FormField
            {...off}
            control={control}
            name="details"
            label={i18n._('What is in it')}
            lines={4}
            maxLength={4000}
            optional
            help={i18n._('One thing a line.')}
          />
          <FormField
            {...off}
            control={control}
            name="badge"
            label={i18n._('A word in the corner')}
            maxLength={40}
            optional
          />
        </div>
      </SectionCard>
      <Price form={form} type={type} />
      <Look form={form} />
      <SectionCard title={i18n._('When and where')}>
        <div className={styles.fields}>
          <div className={styles.pair}>
            <DateField
              control={control}
              name="onSaleFrom"
              type="datetime-local"
              label={i18n._('On sale from')}
              optional
              help={i18n._('Left empty: at once.')}
            />
            <DateField
              control={control}
              name="onSaleUntil"
              type="datetime-local"
              label={i18n._('On sale until')}
              optional
              help={i18n._('Left empty: it stays.')}
            />
          </div>
          {places.length > 1 && (
            <ChoicesField
              control={control}
              name="locations"
              label={i18n._('Where')}
              choices={places}
              help={i18n._('With none chosen it is sold everywhere.')}
            />
          )}
        </div>
      </SectionCard>
    </>
  );
}
