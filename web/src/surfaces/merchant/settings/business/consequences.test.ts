import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { sayMore } from '../../catalogue';
import { consequencesOf } from './consequences';

const phoenix = { country: 'US', currency: 'USD', timeZone: 'America/Phoenix' };

it('lists nothing without a change', () => {
  expect(consequencesOf(phoenix, { ...phoenix })).toEqual([]);
});

it('lists reports, renewals, opening hours and offers for a new time zone', async () => {
  await sayMore();
  const found = consequencesOf(phoenix, { ...phoenix, timeZone: 'America/New_York' });
  expect(found).toHaveLength(4);
  for (const [at, word] of ['reports', 'renew', 'Opening hours', 'Deals'].entries()) {
    expect(found[at]).toContain(word);
    expect(found[at]).toContain('America/New York');
  }
});

it('names the new country, and shows a price in the new currency', async () => {
  await sayMore();
  openSite({ locale: 'en-US' });
  const found = consequencesOf(phoenix, { ...phoenix, country: 'CA', currency: 'JPY' });
  expect(found).toHaveLength(4);
  expect(found[0]).toContain('Canada');
  expect(found[3]).toContain('$10.00 becomes ¥1,000');
});
