import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { QuestionEntry } from '@/features/survey/api/merchant-survey';
import { QuestionEntry as limits } from '@/shared/api/limits.gen';
import type { SurveyQuestion } from '@/shared/api/types';
import { limited } from '@/shared/forms/rules';

/** Question as entered, with one option per line. */
export type TypedQuestion = { question: string; kind: 'text' | 'choice' | 'rating'; choices: string };

export type TypedSurvey = { questions: TypedQuestion[] };

export const mostQuestions = 10;

/** Options without blank lines. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function areChoices(text: string): boolean {
  const choices = linesOf(text);
  return choices.length >= 2 && choices.length <= 8 && new Set(choices).size === choices.length;
}

const question = () =>
  v.pipe(
    v.object({
      question: limited(limits.question),
      kind: v.picklist(['text', 'choice', 'rating']),
      choices: v.string(),
    }),
    v.forward(
      v.check(
        ({ kind, choices }) => kind !== 'choice' || areChoices(choices),
        i18n._('Enter two to eight different choices.'),
      ),
      ['choices'],
    ),
    v.forward(
      v.check(
        ({ kind, choices }) => kind !== 'choice' || linesOf(choices).every((choice) => choice.length <= 80),
        i18n._('Must have at most {length} characters.', { length: 80 }),
      ),
      ['choices'],
    ),
  );

export const surveySchema = () => v.object({ questions: v.array(question()) });

export function typedOf(questions: SurveyQuestion[]): TypedSurvey {
  return {
    questions: questions.map(({ question: words, kind, choices }) => ({
      question: words,
      kind,
      choices: choices.join('\n'),
    })),
  };
}

export function entriesOf({ questions }: TypedSurvey): QuestionEntry[] {
  return questions.map(({ question: words, kind, choices }) => ({
    question: words,
    kind,
    choices: kind === 'choice' ? linesOf(choices) : [],
  }));
}
