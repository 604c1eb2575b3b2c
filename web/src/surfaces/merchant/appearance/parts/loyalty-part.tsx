import { i18n } from '@lingui/core';
import { SwitchField } from '@/shared/forms/switch-field';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../colour-field';
import { Legibility } from '../legibility';
import type { PartProps } from '../part-props';
import styles from './part.module.css';

/** Points program and its card. */
export function LoyaltyPart({ form }: PartProps) {
  const schemes = [
    { scheme: 'light', title: i18n._('Loyalty card (light)') },
    { scheme: 'dark', title: i18n._('Loyalty card (dark)') },
  ] as const;
  return (
    <>
      <SectionCard title={i18n._('Loyalty')}>
        <SwitchField control={form.control} name="loyaltyProgram" label={i18n._('Enable points')} />
      </SectionCard>
      {schemes.map(({ scheme, title }) => (
        <SectionCard key={scheme} title={title}>
          <div className={styles.fields}>
            <ColourField
              form={form}
              name={`themes.${scheme}.mobile.loyaltyCard.background`}
              label={i18n._('Background')}
              optional
            />
            <ColourField
              form={form}
              name={`themes.${scheme}.mobile.loyaltyCard.text`}
              label={i18n._('Text')}
              optional
            />
            <Legibility
              form={form}
              scheme={scheme}
              ground={{ name: `themes.${scheme}.mobile.loyaltyCard.background`, otherwise: 'brand' }}
              upon={{ name: `themes.${scheme}.mobile.loyaltyCard.text`, otherwise: 'onBrand' }}
            />
            <ColourField
              form={form}
              name={`themes.${scheme}.mobile.loyaltyCard.bar`}
              label={i18n._('Progress bar')}
              optional
            />
          </div>
        </SectionCard>
      ))}
    </>
  );
}
