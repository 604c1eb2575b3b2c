import { expect, it } from 'vitest';
import { duration } from './durations';

it('formats a duration in its largest whole unit', () => {
  const said = [0, 1, 90, 120, 3600, 7200, 86_400, 90_000].map(duration);
  expect(said).toEqual([
    '0 seconds',
    '1 second',
    '90 seconds',
    '2 minutes',
    '1 hour',
    '2 hours',
    '1 day',
    '25 hours',
  ]);
});
