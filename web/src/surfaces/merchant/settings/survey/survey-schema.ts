import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { QuestionEntry } from '@/features/survey/api/merchant-survey';
import { QuestionEntry as limits, SurveyChange } from '@/shared/api/limits.gen';
import type { SurveyQuestion } from '@/shared/api/types';
import { limited } from '@/shared/forms/rules';

/** Question as entered, with one option per line. */
export type TypedQuestion = { question: string; kind: 'text' | 'choice' | 'rating'; choices: string };

export type TypedSurvey = { questions: TypedQuestion[] };

export const mostQuestions = SurveyChange.questions.maxItems;

const { maxItems: mostChoices, items: choiceLimit } = limits.choices;

/** Options without blank lines. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function areChoices(text: string): boolean {
  const choices = linesOf(text);
  return choices.length >= 2 && choices.length <= mostChoices && new Set(choices).size === choices.length;
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
        i18n._('Enter 2 to {most} different choices.', { most: mostChoices }),
      ),
      ['choices'],
    ),
    v.forward(
      v.check(
        ({ kind, choices }) =>
          kind !== 'choice' || linesOf(choices).every((choice) => choice.length <= choiceLimit.maxLength),
        i18n._('Enter up to {length} characters per choice.', { length: choiceLimit.maxLength }),
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
