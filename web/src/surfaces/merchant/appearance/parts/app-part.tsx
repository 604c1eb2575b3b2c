import { i18n } from '@lingui/core';
import { FormField } from '@/shared/forms/form-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../colour-field';
import { longestLink } from '../config-schema';
import { Legibility } from '../legibility';
import { NumberField } from '../number-field';
import type { PartProps } from '../part-props';
import { PictureField } from '../picture-field';
import styles from './part.module.css';

/** App settings. */
export function AppPart({ form }: PartProps) {
  const { control } = form;
  const link = { control, autoComplete: 'off', maxLength: longestLink, optional: true } as const;
  const schemes = [
    { scheme: 'light', title: i18n._('Light theme colors') },
    { scheme: 'dark', title: i18n._('Dark theme colors') },
  ] as const;
  return (
    <>
      <SectionCard title={i18n._('App home screen')}>
        <div className={styles.fields}>
          <PictureField form={form} name="PWAHomeImage" label={i18n._('Header image')} />
          <div className={styles.switches}>
            <SwitchField control={control} name="imgParallax" label={i18n._('Parallax effect')} />
            <SwitchField control={control} name="showPWAShadow" label={i18n._('Card shadows')} />
            <SwitchField control={control} name="bubbles.enabled" label={i18n._('Show bubbles')} />
          </div>
          <div className={styles.pair}>
            <NumberField
              form={form}
              name="bubbles.number"
              label={i18n._('Number of bubbles')}
              from={1}
              to={20}
            />
            <NumberField form={form} name="fontSize" label={i18n._('Font size')} from={5} to={15} />
          </div>
        </div>
      </SectionCard>
      <SectionCard title={i18n._('App store links')}>
        <p className={styles.note}>
          {i18n._('Referral links open your app in the store. Without a link, they lead to sign-up.')}
        </p>
        <div className={styles.fields}>
          <FormField {...link} name="appStore.apple" label={i18n._('Apple App Store')} />
          <FormField {...link} name="appStore.google" label={i18n._('Google Play')} />
        </div>
      </SectionCard>
      {schemes.map(({ scheme, title }) => (
        <SectionCard key={scheme} title={title}>
          <div className={styles.fields}>
            <ColourField
              form={form}
              name={`themes.${scheme}.mobile.background`}
              label={i18n._('Background')}
              optional
            />
            <ColourField form={form} name={`themes.${scheme}.mobile.text`} label={i18n._('Text')} optional />
            <Legibility
              form={form}
              scheme={scheme}
              ground={{ name: `themes.${scheme}.mobile.background`, otherwise: 'page' }}
              upon={{ name: `themes.${scheme}.mobile.text`, otherwise: 'ink' }}
            />
            <ColourField
              form={form}
              name={`themes.${scheme}.mobile.bar`}
              label={i18n._('Navigation bar')}
              optional
            />
            <Legibility
              form={form}
              scheme={scheme}
              ground={{ name: `themes.${scheme}.mobile.bar`, otherwise: 'card' }}
              upon={{ otherwise: 'soft' }}
            />
          </div>
        </SectionCard>
      ))}
    </>
  );
}
