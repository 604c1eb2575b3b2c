import { i18n } from '@lingui/core';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../colour-field';
import { Contrast } from '../contrast';
import type { PartProps } from '../part-props';
import { PictureField } from '../picture-field';
import { useTones } from '../use-tones';
import styles from './part.module.css';

/** Name, colors and style of the merchant. */
export function BrandPart({ form }: PartProps) {
  const { control } = form;
  const off = { control, autoComplete: 'off' } as const;
  const { primary, accent, tones } = useTones(form);
  return (
    <>
      <SectionCard title={i18n._('Name and logo')}>
        <div className={styles.fields}>
          <FormField {...off} name="companyName" label={i18n._('Business name')} maxLength={80} />
          <FormField
            {...off}
            name="contact.phone"
            label={i18n._('Phone')}
            type="tel"
            maxLength={20}
            optional
          />
          <FormField {...off} name="cardName" label={i18n._('Gift card name')} maxLength={40} />
          <PictureField form={form} name="logo" label={i18n._('Logo')} />
          <PictureField form={form} name="icon" label={i18n._('App icon (square)')} />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Colors')}>
        <div className={styles.fields}>
          <div>
            <ColourField form={form} name="brand.primary" label={i18n._('Primary color')} />
            {tones && <Contrast colour={primary} light={tones.brandTone} dark={tones.brandToneDark} />}
          </div>
          <div>
            <ColourField form={form} name="brand.accent" label={i18n._('Secondary color')} />
            {tones && <Contrast colour={accent} light={tones.accentTone} dark={tones.accentToneDark} />}
          </div>
          <SelectField
            {...off}
            name="brand.scheme"
            label={i18n._('Default theme')}
            options={[
              { value: 'system', label: i18n._('Match device') },
              { value: 'light', label: i18n._('Light') },
              { value: 'dark', label: i18n._('Dark') },
            ]}
          />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Style')}>
        <div className={styles.pair}>
          <SelectField
            {...off}
            name="brand.font"
            label={i18n._('Font')}
            options={[
              { value: 'inter', label: 'Inter' },
              { value: 'nunito', label: 'Nunito' },
              { value: 'barlow', label: 'Barlow Condensed' },
              { value: 'fraunces', label: 'Fraunces' },
              { value: 'fredoka', label: 'Fredoka' },
            ]}
          />
          <SelectField
            {...off}
            name="brand.radius"
            label={i18n._('Corners')}
            options={[
              { value: 'sharp', label: i18n._('Square') },
              { value: 'soft', label: i18n._('Slightly rounded') },
              { value: 'rounded', label: i18n._('Rounded') },
              { value: 'pill', label: i18n._('Pill') },
            ]}
          />
          <SelectField
            {...off}
            name="brand.density"
            label={i18n._('Spacing')}
            options={[
              { value: 'compact', label: i18n._('Compact') },
              { value: 'cosy', label: i18n._('Comfortable') },
              { value: 'airy', label: i18n._('Spacious') },
            ]}
          />
          <SelectField
            {...off}
            name="brand.shadow"
            label={i18n._('Card style')}
            options={[
              { value: 'none', label: i18n._('None') },
              { value: 'hairline', label: i18n._('Border') },
              { value: 'soft', label: i18n._('Light shadow') },
              { value: 'deep', label: i18n._('Strong shadow') },
            ]}
          />
        </div>
      </SectionCard>
    </>
  );
}
