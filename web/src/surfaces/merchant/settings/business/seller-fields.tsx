import { i18n } from '@lingui/core';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';
import { postalCodeLabel, stateLabel } from '@/shared/site/country-words';
import { SectionCard } from '@/shared/ui/section-card';
import styles from '../part.module.css';
import { type BusinessValues, longest } from './business-schema';

/** Names, address and tax number of the seller. */
export function SellerFields({ form: { control } }: { form: UseFormReturn<BusinessValues> }) {
  const off = { control, autoComplete: 'off' } as const;
  return (
    <SectionCard title={i18n._('Seller')}>
      <div className={styles.fields}>
        <FormField
          {...off}
          name="companyName"
          label={i18n._('Company name')}
          maxLength={80}
          help={i18n._('Shown in the shop, in emails and on kiosks')}
        />
        <FormField
          {...off}
          name="business.legalName"
          label={i18n._('Legal name')}
          maxLength={longest.name}
          optional
          help={i18n._(
            'Shown on receipts, in emails and below your policies. Leave blank to use the company name.',
          )}
        />
        <FormField
          {...off}
          name="business.address1"
          label={i18n._('Address')}
          maxLength={longest.line}
          optional
        />
        <FormField
          {...off}
          name="business.address2"
          label={i18n._('Address line 2')}
          maxLength={longest.line}
          optional
        />
        <div className={styles.pair}>
          <FormField {...off} name="business.city" label={i18n._('City')} maxLength={longest.line} optional />
          <FormField {...off} name="business.state" label={stateLabel()} maxLength={longest.line} optional />
          <FormField
            {...off}
            name="business.zipCode"
            label={postalCodeLabel()}
            maxLength={longest.zipCode}
            optional
          />
        </div>
        <FormField
          {...off}
          name="business.taxNumber"
          label={i18n._('Tax number')}
          maxLength={longest.taxNumber}
          optional
          help={i18n._('Sales tax or VAT number, shown on receipts and refunds')}
        />
      </div>
    </SectionCard>
  );
}
