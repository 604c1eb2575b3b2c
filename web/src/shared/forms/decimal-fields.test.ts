import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('/src/**/*.tsx', { query: '?raw', import: 'default', eager: true });

/** Names of fields for amounts and rates. */
const fractional = /name="(?:\w*amount|\w*price|value|\w*rate|\w*percent)"/i;

it('shows a decimal keypad for each amount or rate', () => {
  const whole = Object.entries(sources).flatMap(([path, text]) =>
    (text.match(/<FormField\b(?:[^>]|=>)*>/g) ?? [])
      .filter((tag) => fractional.test(tag) && tag.includes('inputMode="numeric"'))
      .map((tag) => `${path}: ${tag}`),
  );
  expect(whole).toEqual([]);
});
