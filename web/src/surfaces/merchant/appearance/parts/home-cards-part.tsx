import { i18n } from '@lingui/core';
import { Fragment } from 'react';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../colour-field';
import { mostHomeCards, withLeadingSlash } from '../config-schema';
import { inOrder } from '../home-card-colours';
import { homeCardIcons } from '../home-card-icons';
import { Legibility } from '../legibility';
import { ListEditor } from '../list-editor';
import type { PartProps } from '../part-props';
import { useEntries } from '../use-entries';
import styles from './part.module.css';

const schemes = ['light', 'dark'] as const;
const parts = ['card', 'icon', 'text'] as const;

const labels = {
  light: {
    card: () => i18n._('Card (light)'),
    icon: () => i18n._('Icon (light)'),
    text: () => i18n._('Text (light)'),
  },
  dark: {
    card: () => i18n._('Card (dark)'),
    icon: () => i18n._('Icon (dark)'),
    text: () => i18n._('Text (dark)'),
  },
};

/** Colors of a card in one theme. By default, the first card looks like a button. */
function CardColours({
  form,
  scheme,
  index,
}: PartProps & { scheme: (typeof schemes)[number]; index: number }) {
  const pathOf = (part: (typeof parts)[number]) =>
    `themes.${scheme}.mobile.homeCards.${index}.${part}` as const;
  const [ground, upon] = index === 0 ? (['tone', 'onTone'] as const) : (['card', 'ink'] as const);
  return parts.map((part) => (
    <Fragment key={part}>
      <ColourField form={form} name={pathOf(part)} label={labels[scheme][part]()} optional />
      {part !== 'card' && (
        <Legibility
          form={form}
          scheme={scheme}
          ground={{ name: pathOf('card'), otherwise: ground }}
          upon={{ name: pathOf(part), otherwise: part === 'icon' && index > 0 ? 'tone' : upon }}
          wanted={part === 'icon' ? 3 : 4.5}
        />
      )}
    </Fragment>
  ));
}

/** Cards on the app home screen. */
export function HomeCardsPart({ form }: PartProps) {
  const { control, getValues, setValue } = form;
  const { entries, append, move, remove } = useEntries(form, 'homeCards', (order) => {
    for (const scheme of schemes) {
      const name = `themes.${scheme}.mobile.homeCards` as const;
      setValue(name, inOrder(getValues(name), order) as never, { shouldDirty: true });
    }
  });
  const off = { control, autoComplete: 'off' } as const;
  const add = {
    label: i18n._('Add card'),
    onAdd: () => append({ icon: 'home', text: i18n._('New Card'), to: '/' }),
  };
  return (
    <SectionCard title={i18n._('Home cards')}>
      <ListEditor
        names={entries.map(({ text }) => text)}
        move={move}
        remove={remove}
        add={entries.length < mostHomeCards ? add : undefined}
      >
        {(index) => (
          <>
            <FormField {...off} name={`homeCards.${index}.text`} label={i18n._('Text')} maxLength={40} />
            <FormField
              {...off}
              name={`homeCards.${index}.to`}
              label={i18n._('Link')}
              maxLength={200}
              sanitize={withLeadingSlash}
            />
            <SelectField
              {...off}
              name={`homeCards.${index}.icon`}
              label={i18n._('Icon')}
              options={homeCardIcons(entries[index]?.icon ?? '')}
            />
            <details className={styles.more}>
              <summary>{i18n._('Card colors')}</summary>
              <div className={styles.fields}>
                {schemes.map((scheme) => (
                  <CardColours key={scheme} form={form} scheme={scheme} index={index} />
                ))}
              </div>
            </details>
          </>
        )}
      </ListEditor>
    </SectionCard>
  );
}
