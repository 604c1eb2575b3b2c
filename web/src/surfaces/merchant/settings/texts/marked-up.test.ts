import { expect, it } from 'vitest';
import { markedUp } from './marked-up';

it('formats the selection and keeps it selected', () => {
  const edited = markedUp({ text: 'Open at nine.', from: 8, to: 12 }, 'bold');
  expect(edited.text).toBe('Open at <strong>nine</strong>.');
  expect(edited.text.slice(edited.from, edited.to)).toBe('nine');
});

it('inserts at the cursor without a selection', () => {
  expect(markedUp({ text: '', from: 0, to: 0 }, 'heading')).toEqual({ text: '<h3></h3>', from: 4, to: 4 });
});
