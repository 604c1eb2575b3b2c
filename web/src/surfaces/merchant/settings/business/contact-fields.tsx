import { i18n } from '@lingui/core';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';
import { SectionCard } from '@/shared/ui/section-card';
import styles from '../part.module.css';
import { type BusinessValues, longest } from './business-schema';

type Props = { form: UseFormReturn<BusinessValues>; hasSupport: boolean };

/** Contact details of the business and its support, and its introduction. */
export function ContactFields({ form: { control }, hasSupport }: Props) {
  const off = { control, autoComplete: 'off' } as const;
  return (
    <>
      <SectionCard title={i18n._('Contact details')}>
        <div className={styles.fields}>
          <FormField
            {...off}
            name="contact.phone"
            type="tel"
            label={i18n._('Phone')}
            maxLength={longest.phone}
            optional
            help={i18n._('Shown in the footer of the shop and emails')}
          />
          <FormField
            {...off}
            name="contact.email"
            type="email"
            label={i18n._('Email')}
            maxLength={254}
            optional
            help={i18n._('Shown below your policies and to search engines')}
          />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Support')}>
        <div className={styles.fields}>
          <FormField
            {...off}
            name="supportEmail"
            type="email"
            label={i18n._('Support email')}
            maxLength={254}
            optional={!hasSupport}
          />
          <FormField
            {...off}
            name="supportPhone"
            type="tel"
            label={i18n._('Support phone')}
            maxLength={longest.phone}
            optional
          />
          <FormField
            {...off}
            name="about"
            label={i18n._('Introduction')}
            maxLength={longest.about}
            lines={3}
            optional
            help={i18n._('A few words about your business, at the top of the support page')}
          />
        </div>
        <p className={styles.note}>{i18n._('Shown on the support page')}</p>
      </SectionCard>
    </>
  );
}
