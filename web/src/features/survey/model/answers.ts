import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { SurveyAnswer, SurveyQuestion } from '@/shared/api/types';

/** Maximum length in characters. */
export const longestAnswer = 1000;

/** One text per question, in order. */
export const answersSchema = () =>
  v.object({
    answers: v.array(v.pipe(v.string(), v.trim(), v.nonEmpty(i18n._('This field is required')))),
  });

export function answersTo(questions: SurveyQuestion[], texts: string[]): SurveyAnswer[] {
  return questions.map(({ surveyQuestionId }, index) => ({
    QuestionId: surveyQuestionId,
    CustomerResponse: texts[index] ?? '',
  }));
}

/** Answer options of a question that isn't free text. */
export function offered(kind: SurveyQuestion['kind'], choices: string[]) {
  const marks = [1, 2, 3, 4, 5].map((mark) => ({
    value: `${mark}`,
    label: i18n._('{mark} of 5', { mark }),
  }));
  return kind === 'rating' ? marks : choices.map((choice) => ({ value: choice, label: choice }));
}
