import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { WholeConfig } from '@/features/site/api/site-config';
import { SelectField } from '@/shared/forms/select-field';
import { languageName } from '@/shared/i18n/language-name';
import { SectionCard } from '@/shared/ui/section-card';
import { ChoicesField } from '../../components/choices-field';
import styles from '../part.module.css';
import type { BusinessValues } from './business-schema';
import { offerable } from './offered';

type Props = { form: UseFormReturn<BusinessValues>; saved: WholeConfig };

/** Available languages and the default. */
export function LanguageFields({ form, saved }: Props) {
  const { control, setValue } = form;
  const all = offerable(saved.languages, saved.country);
  const [chosen, first] = useWatch({ control, name: ['chosen', 'first'] });
  const [other] = chosen;
  const isFirstChosen = chosen.includes(first);
  useEffect(() => {
    if (other && !isFirstChosen) setValue('first', other);
  }, [other, isFirstChosen, setValue]);
  const named = (tag: string) => languageName(tag, all);
  return (
    <SectionCard title={i18n._('Languages')}>
      <div className={styles.fields}>
        <ChoicesField
          control={control}
          name="chosen"
          label={i18n._('Available languages')}
          choices={all.map((tag) => ({ id: tag, label: <span lang={tag}>{named(tag)}</span> }))}
        />
        <SelectField
          control={control}
          name="first"
          label={i18n._('Default language')}
          autoComplete="off"
          options={all
            .filter((tag) => chosen.includes(tag))
            .map((tag) => ({ value: tag, label: named(tag) }))}
        />
      </div>
      <p className={styles.note}>
        {i18n._(
          "Your own texts, such as wash names, are in the default language and aren't translated. It's also used for browsers in any other language.",
        )}
      </p>
    </SectionCard>
  );
}
