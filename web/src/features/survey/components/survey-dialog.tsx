import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { saidOr } from '@/shared/api/api-error';
import type { SurveyQuestion } from '@/shared/api/types';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { Refusal } from '@/shared/forms/submit-failure';
import { useAppForm } from '@/shared/forms/use-app-form';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { pause } from '@/shared/lib/pause';
import { Icon } from '@/shared/ui/icon';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { submitResponse } from '../api/survey';
import { answersSchema, answersTo, longestAnswer, offered } from '../model/answers';
import styles from './survey-dialog.module.css';

/** Milliseconds the thank-you message is shown. */
const thanks = 1000;

type Props = { questions: SurveyQuestion[]; onClose: () => void };

function Thanks() {
  return (
    <p className={styles.thanks} role="status">
      <Icon name="check" size={28} />
      {i18n._('Thank you for your answers!')}
    </p>
  );
}

function Questions({ questions, onClose, onSent }: Props & { onSent: () => Promise<void> }) {
  const form = useAppForm({
    schema: answersSchema,
    values: { answers: questions.map(() => '') },
    draft: 'survey',
    send: async ({ answers }) => {
      try {
        await submitResponse(answersTo(questions, answers));
      } catch (error) {
        throw new Refusal(saidOr(error, i18n._('An error occurred while submitting responses')));
      }
      void onSent();
    },
  });
  const { isSubmitting } = useFormState({ control: form.control });
  return (
    <>
      <Form form={form} label={i18n._('Survey')} submit={i18n._('Submit')}>
        {questions.map(({ surveyQuestionId, question, kind, choices }, index) => {
          const field = {
            control: form.control,
            name: `answers.${index}`,
            label: i18n._('Your answer'),
            autoComplete: 'off',
          } as const;
          return (
            <fieldset key={surveyQuestionId} className={styles.question}>
              <legend lang={merchantLanguage()}>{question}</legend>
              {kind === 'text' ? (
                <FormField {...field} lines={2} maxLength={longestAnswer} />
              ) : (
                <SelectField {...field} options={offered(kind, choices)} />
              )}
            </fieldset>
          );
        })}
      </Form>
      <Button fullWidth onClick={onClose} disabled={isSubmitting}>
        {i18n._('Skip')}
      </Button>
    </>
  );
}

/** Asks members why they cancel. They can close it without answering. */
export function SurveyDialog({ questions, onClose }: Props) {
  const [sent, setSent] = useState(false);
  const thank = async () => {
    setSent(true);
    await pause(thanks);
    onClose();
  };
  return (
    <PanelDialog title={i18n._('Before you go')} onClose={onClose} small={sent}>
      {sent ? (
        <Thanks />
      ) : (
        <>
          <p>{i18n._('Your answers help us improve.')}</p>
          <Questions questions={questions} onClose={onClose} onSent={thank} />
        </>
      )}
    </PanelDialog>
  );
}
