import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import {
  type Survey,
  type SurveyVersion,
  saveSurvey,
  surveyQuery,
  surveyVersionsQuery,
} from '@/features/survey/api/merchant-survey';
import { QuestionEntry as limits } from '@/shared/api/limits.gen';
import type { SurveyQuestion } from '@/shared/api/types';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { openDialog } from '@/shared/ui/open-dialog';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { ListEditor } from '../../appearance/list-editor';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import {
  entriesOf,
  mostQuestions,
  surveySchema,
  type TypedQuestion,
  type TypedSurvey,
  typedOf,
} from './survey-schema';

function kinds() {
  return [
    { value: 'text', label: i18n._('Text') },
    { value: 'choice', label: i18n._('Multiple choice') },
    { value: 'rating', label: i18n._('Rating (1 to 5)') },
  ];
}

function VersionAbout({ version }: { version: SurveyVersion }) {
  return (
    <>
      {i18n._('{count, plural, =0 {No answers} one {# answer} other {# answers}}', {
        count: version.responses,
      })}
      <ol>
        {version.questions.map(({ surveyQuestionId, question }) => (
          <li key={surveyQuestionId}>{question}</li>
        ))}
      </ol>
    </>
  );
}

type Props = { saved: Survey; onSaved: () => void };

function SurveyForm({ saved, onSaved }: Props) {
  const { mutateAsync } = useMutation(saveSurvey());
  const form = useAppForm<TypedSurvey>({
    schema: surveySchema,
    values: typedOf(saved.questions),
    send: async (typed) => {
      await mutateAsync({ version: saved.version, questions: entriesOf(typed) });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control, setValue } = form;
  const { questions } = useWatch({ control }) as TypedSurvey;
  const write = (next: TypedQuestion[]) =>
    setValue('questions', next, { shouldDirty: true, shouldValidate: true });
  const move = (from: number, to: number) => {
    const moved = questions[from];
    const others = questions.filter((_, at) => at !== from);
    if (moved) write([...others.slice(0, to), moved, ...others.slice(to)]);
  };
  const showVersions = () =>
    openDialog<void>(async () => {
      const { VersionsDialog } = await import('../versions-dialog');
      return (settle) => (
        <VersionsDialog
          query={surveyVersionsQuery()}
          read={(version: SurveyVersion) => ({
            id: version.versionId,
            at: version.createdAt,
            about: <VersionAbout version={version} />,
            content: version.questions,
          })}
          current={null}
          onTake={(taken: SurveyQuestion[]) => write(typedOf(taken).questions)}
          onClose={() => settle(null)}
        />
      );
    });
  const add = {
    label: i18n._('Add question'),
    onAdd: () => write([...questions, { question: '', kind: 'text', choices: '' }]),
  };
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard
        title={i18n._('Questions')}
        action={<Button onClick={showVersions}>{i18n._('Version history')}</Button>}
      >
        {questions.length === 0 && <p>{i18n._('No questions. The survey is off.')}</p>}
        <ListEditor
          names={questions.map(({ question }) => question)}
          move={move}
          remove={(index) => write(questions.filter((_, at) => at !== index))}
          add={questions.length < mostQuestions ? add : undefined}
        >
          {(index) => (
            <div className={styles.fields}>
              <FormField
                control={control}
                name={`questions.${index}.question`}
                label={i18n._('Question')}
                autoComplete="off"
                maxLength={limits.question.maxLength}
              />
              <SelectField
                control={control}
                name={`questions.${index}.kind`}
                label={i18n._('Answer type')}
                autoComplete="off"
                options={kinds()}
              />
              {questions[index]?.kind === 'choice' && (
                <FormField
                  control={control}
                  name={`questions.${index}.choices`}
                  label={i18n._('Choices (one per line)')}
                  autoComplete="off"
                  lines={4}
                />
              )}
            </div>
          )}
        </ListEditor>
        <p className={styles.note}>{i18n._('Past answers keep the original question.')}</p>
      </SectionCard>
    </Form>
  );
}

/** Cancellation survey settings. */
export function SurveyPart() {
  return (
    <OpenedView
      query={surveyQuery()}
      skeleton={<Skeleton count={1} height={320} />}
      failed={i18n._("Couldn't load questions")}
    >
      {(saved, again) => <SurveyForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
