import { expect, it } from 'vitest';
import { openSite } from '../testing/site';
import { longDate } from './dates';

it('shows a local date as that day, whatever the zone of the site', () => {
  for (const timeZone of ['America/Phoenix', 'Pacific/Auckland']) {
    openSite({ timeZone, locale: 'en-US' });
    expect(longDate('2027-11-20')).toBe('Nov 20, 2027');
  }
});
