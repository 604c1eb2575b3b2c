import { expect, it } from 'vitest';
import { bestLocale } from './best-locale';

const offered = ['fr-CA', 'en-CA', 'en-GB', 'de-DE'];

it.each([
  [['en-GB'], 'en-GB'],
  [['en-GB', 'fr'], 'en-GB'],
  [['en-US', 'fr-CA'], 'en-CA'],
  [['hi', 'de-AT', 'fr'], 'de-DE'],
  [['hi'], 'fr-CA'],
  [[], 'fr-CA'],
])('matches %j with %s', (wishes, spoken) => {
  expect(bestLocale(offered, wishes)).toBe(spoken);
});
