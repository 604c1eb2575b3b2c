import { i18n } from '@lingui/core';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../colour-field';
import { Legibility } from '../legibility';
import type { PartProps } from '../part-props';
import styles from './part.module.css';

type Kind = 'modal' | 'button' | 'input';

/** Defaults of each surface. */
const otherwise = {
  modal: { ground: 'raised', text: 'ink' },
  button: { ground: 'tone', text: 'onTone' },
  input: { ground: 'card', text: 'ink' },
} as const;

/** Colors of one type of surface in both themes. Blank ones follow the brand. */
export function SurfacePart({ form, kind }: PartProps & { kind: Kind }) {
  const schemes = [
    { scheme: 'light', title: i18n._('Light') },
    { scheme: 'dark', title: i18n._('Dark') },
  ] as const;
  return schemes.map(({ scheme, title }) => (
    <SectionCard key={scheme} title={title}>
      <div className={styles.fields}>
        <ColourField
          form={form}
          name={`themes.${scheme}.${kind}.background`}
          label={i18n._('Background')}
          optional
        />
        <ColourField form={form} name={`themes.${scheme}.${kind}.text`} label={i18n._('Text')} optional />
        <Legibility
          form={form}
          scheme={scheme}
          ground={{ name: `themes.${scheme}.${kind}.background`, otherwise: otherwise[kind].ground }}
          upon={{ name: `themes.${scheme}.${kind}.text`, otherwise: otherwise[kind].text }}
        />
        {kind === 'input' && (
          <>
            <ColourField
              form={form}
              name={`themes.${scheme}.${kind}.border`}
              label={i18n._('Border')}
              optional
            />
            <Legibility
              form={form}
              scheme={scheme}
              ground={{ name: `themes.${scheme}.${kind}.background`, otherwise: 'card' }}
              upon={{ name: `themes.${scheme}.${kind}.border`, otherwise: 'line' }}
              wanted={3}
            />
          </>
        )}
      </div>
    </SectionCard>
  ));
}
