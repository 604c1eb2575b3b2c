import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import {
  type EditableMail,
  type MailParts,
  type MailVersion,
  mailVersionsQuery,
  resetMail,
  saveMail,
  sendTestMail,
} from '@/features/notifications/api/mails';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMost, required } from '@/shared/forms/rules';
import { showFailure } from '@/shared/forms/submit-failure';
import { useAppForm } from '@/shared/forms/use-app-form';
import { askAndDo } from '@/shared/office/ask-and-do';
import { openDialog } from '@/shared/ui/open-dialog';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { useSavedBy } from '../../components/saved-by';
import part from '../part.module.css';
import styles from './mail-form.module.css';
import { mailName } from './mail-names';
import { MailPreview } from './mail-preview';

const schema = () => v.object({ subject: atMost(300), text: required(), markup: required() });

function isSame(one: MailParts, other: MailParts): boolean {
  return one.subject === other.subject && one.text === other.text && one.markup === other.markup;
}

/** Email templates with a preview. */
export function MailForm({ mail, onSaved }: { mail: EditableMail; onSaved: () => void }) {
  const name = { kind: mail.kind, language: mail.language };
  const save = useMutation(saveMail(name));
  const reset = useMutation(resetMail(name));
  const test = useMutation(sendTestMail(name));
  const savedBy = useSavedBy('mail');
  const [testing, setTesting] = useState(false);
  const form = useAppForm<MailParts>({
    schema,
    values: mail.parts,
    send: async (typed) => {
      await save.mutateAsync({ ...typed, basedOn: mail.versionId });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control } = form;
  const draft = useWatch({ control }) as MailParts;
  const { isSubmitting } = useFormState({ control });
  const sendTest = async () => {
    setTesting(true);
    try {
      await test.mutateAsync(draft);
      toast(i18n._('Test email sent'));
    } catch (error) {
      await showFailure(form, error);
    }
    setTesting(false);
  };
  const goBack = () =>
    askAndDo(
      {
        title: i18n._('Reset to default?'),
        text: i18n._('Customers get the default template. Yours stays in version history.'),
        yes: i18n._('Reset to default'),
        done: i18n._('Default restored'),
      },
      async () => {
        await reset.mutateAsync();
        onSaved();
      },
    );
  const take = ({ subject, text, markup }: MailParts) => {
    form.setValue('subject', subject, { shouldDirty: true });
    form.setValue('text', text, { shouldDirty: true });
    form.setValue('markup', markup, { shouldDirty: true });
  };
  const showVersions = () =>
    openDialog<void>(async () => {
      const { VersionsDialog } = await import('../versions-dialog');
      return (settle) => (
        <VersionsDialog
          query={mailVersionsQuery(name)}
          read={(version: MailVersion) => ({
            id: version.versionId,
            at: version.savedAt,
            about: version.isBuiltIn ? i18n._('Default') : savedBy(version.savedBy),
            content: version.parts,
          })}
          current={mail.versionId}
          onTake={take}
          onClose={() => settle(null)}
        />
      );
    });
  return (
    <div className={styles.whole}>
      <Form form={form} submit={i18n._('Save')} guard>
        <SectionCard title={mailName(mail.kind)}>
          <div className={part.fields}>
            <FormField control={control} name="subject" label={i18n._('Subject')} autoComplete="off" />
            <div className={styles.source}>
              <FormField
                control={control}
                name="text"
                label={i18n._('Plain text')}
                autoComplete="off"
                lines={8}
              />
            </div>
            <div className={styles.source}>
              <FormField
                control={control}
                name="markup"
                label={i18n._('HTML (MJML)')}
                autoComplete="off"
                lines={10}
              />
            </div>
          </div>
          <div className={part.note}>
            {i18n._('Available variables:')}
            <ul className={styles.places}>
              {mail.places.map((place) => (
                <li key={place}>
                  <code>{place}</code>
                </li>
              ))}
            </ul>
          </div>
          <div className={styles.acts}>
            <Button onClick={sendTest} disabled={testing || isSubmitting}>
              {i18n._('Send test email')}
            </Button>
            <Button onClick={showVersions}>{i18n._('Version history')}</Button>
            {!isSame(mail.parts, mail.builtIn) && (
              <Button onClick={goBack} disabled={isSubmitting}>
                {i18n._('Reset to default')}
              </Button>
            )}
          </div>
        </SectionCard>
      </Form>
      <MailPreview name={name} draft={draft} />
    </div>
  );
}
