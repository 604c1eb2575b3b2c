import { i18n } from '@lingui/core';
import { useWatch } from 'react-hook-form';
import { KioskRules, OfferManifest as limits, OfferExpiry } from '@/shared/api/limits.gen';
import type { Location } from '@/shared/api/types';
import { visible } from '@/shared/format/visible';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { SwitchField } from '@/shared/forms/switch-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { AmountField } from '../components/amount-field';
import { ChoicesField } from '../components/choices-field';
import { DateField } from '../components/date-field';
import { longestNumber } from '../components/whole-number';
import styles from './offer-fields.module.css';
import type { TypedOffer } from './offer-schema';

type Props = { form: AppForm<TypedOffer>; hasCode: boolean; locations: Location[] };

/** All fields of an offer, in logical order. */
export function OfferFields({ form: { control }, hasCode, locations }: Props) {
  const [award, expiry] = useWatch({ control, name: ['award', 'expiry'] });
  const off = { autoComplete: 'off' } as const;
  return (
    <>
      <SectionCard title={i18n._('Details')}>
        <div className={styles.fields}>
          <FormField
            {...off}
            control={control}
            name="name"
            label={i18n._('Name')}
            maxLength={limits.name.maxLength}
          />
          {hasCode && (
            <FormField
              {...off}
              control={control}
              name="code"
              sanitize={visible}
              label={i18n._('Code')}
              maxLength={limits.code.maxLength}
              help={i18n._('Not case-sensitive')}
            />
          )}
          <FormField
            {...off}
            control={control}
            name="description"
            label={i18n._('Description')}
            maxLength={limits.description.maxLength}
            lines={2}
            optional
          />
          <FormField
            {...off}
            control={control}
            name="terms"
            label={i18n._('Terms')}
            maxLength={limits.terms.maxLength}
            lines={2}
            optional
          />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Discount')}>
        <div className={styles.fields}>
          <SelectField
            {...off}
            control={control}
            name="award"
            label={i18n._('Discount type')}
            options={[
              { value: 'Item', label: i18n._('Free wash') },
              { value: 'DollarDiscItem', label: i18n._('Amount off one item') },
              { value: 'DollarDiscTrans', label: i18n._('Amount off an order') },
            ]}
          />
          {award !== 'Item' && <AmountField control={control} name="amount" label={i18n._('Amount off')} />}
          {award === 'Item' && (
            <>
              <FormField
                {...off}
                control={control}
                name="kioskItem"
                label={i18n._('Wash program')}
                maxLength={KioskRules.kioskItem.maxLength}
                optional
                help={i18n._('Leave blank to let the customer choose.')}
              />
              <SwitchField
                control={control}
                name="allowUpgrade"
                label={i18n._('Allow upgrades for the price difference')}
              />
              <SwitchField control={control} name="autoSelect" label={i18n._('Start automatically')} />
            </>
          )}
          <SelectField
            {...off}
            control={control}
            name="expiry"
            label={i18n._('Expiration')}
            options={[
              { value: 'none', label: i18n._('No end date') },
              { value: 'withOffer', label: i18n._('When the discount ends') },
              { value: 'relative', label: i18n._('Days after claiming') },
              { value: 'fixed', label: i18n._('Fixed date') },
            ]}
          />
          {expiry === 'relative' && (
            <FormField
              {...off}
              control={control}
              name="days"
              label={i18n._('Days')}
              inputMode="numeric"
              maxLength={longestNumber(OfferExpiry.days)}
            />
          )}
          {expiry === 'fixed' && <DateField control={control} name="date" label={i18n._('Last day')} />}
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Availability')}>
        <div className={styles.fields}>
          <div className={styles.pair}>
            <DateField
              control={control}
              name="startsAt"
              type="datetime-local"
              label={i18n._('Start date')}
              optional
              help={i18n._('Leave blank to start now.')}
            />
            <DateField
              control={control}
              name="endsAt"
              type="datetime-local"
              label={i18n._('End date')}
              optional
              help={i18n._('Leave blank for no end date.')}
            />
          </div>
          <div className={styles.pair}>
            <FormField
              {...off}
              control={control}
              name="claimLimit"
              label={i18n._('Uses per customer')}
              inputMode="numeric"
              maxLength={longestNumber(limits.claimLimit)}
            />
            <FormField
              {...off}
              control={control}
              name="totalCap"
              label={i18n._('Total uses')}
              inputMode="numeric"
              maxLength={longestNumber(limits.totalCap)}
              optional
            />
          </div>
          {locations.length > 1 && (
            <ChoicesField
              control={control}
              name="locations"
              label={i18n._('Locations')}
              choices={locations.map(({ id, name }) => ({ id, label: name }))}
              help={i18n._('Leave blank for all locations.')}
            />
          )}
        </div>
      </SectionCard>
    </>
  );
}
