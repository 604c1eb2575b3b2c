import * as v from 'valibot';
import { expect, it } from 'vitest';
import { entriesOf, surveySchema, type TypedQuestion } from './survey-schema';

const typed = (choices: string, kind: TypedQuestion['kind'] = 'choice') => ({
  questions: [{ question: 'Why?', kind, choices }],
});

it('parses choices by line, only for multiple choice', () => {
  expect(entriesOf(typed(' Price \n\nDistance\n'))).toEqual([
    { question: 'Why?', kind: 'choice', choices: ['Price', 'Distance'] },
  ]);
  expect(entriesOf(typed('Price', 'text'))[0]?.choices).toEqual([]);
});

it.each([
  ['Price\nDistance', true],
  ['Price', false],
  ['Price\nPrice', false],
  ['1\n2\n3\n4\n5\n6\n7\n8\n9', false],
  [`Price\n${'x'.repeat(81)}`, false],
])('requires several distinct choices: %j', (choices, isTaken) => {
  expect(v.safeParse(surveySchema(), typed(choices)).success).toBe(isTaken);
});
