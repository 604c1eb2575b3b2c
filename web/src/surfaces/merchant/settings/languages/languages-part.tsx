import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
import { Form } from '@/shared/forms/form';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { languageName } from '@/shared/i18n/language-name';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { ChoicesField } from '../../components/choices-field';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { useChange } from '../use-change';
import { inOrder, offerable } from './offered';

type Typed = { chosen: string[]; first: string };

const schema = () =>
  v.object({
    chosen: v.pipe(v.array(v.string()), v.nonEmpty(i18n._('Select at least one language.'))),
    first: v.string(),
  });

type Props = { saved: WholeConfig; onSaved: () => void };

function LanguagesForm({ saved, onSaved }: Props) {
  const change = useChange(saved);
  const form = useAppForm<Typed>({
    schema,
    values: { chosen: saved.languages, first: saved.languages[0] ?? saved.locale },
    send: async ({ chosen, first }) => {
      await change({ languages: inOrder(chosen, first) });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
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
    <Form form={form} submit={i18n._('Save')} guard>
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
    </Form>
  );
}

/** Language settings. */
export function LanguagesPart() {
  return (
    <OpenedView
      query={wholeConfigQuery()}
      skeleton={<Skeleton count={2} height={160} />}
      failed={i18n._("Couldn't load configuration")}
    >
      {(saved, again) => <LanguagesForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
