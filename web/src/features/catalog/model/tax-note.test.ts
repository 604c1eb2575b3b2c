import { afterEach, expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { taxNote } from './tax-note';

afterEach(() => openSite());

it('shows the tax added or included', () => {
  openSite();
  expect(taxNote(200)).toBe('plus $2.00 tax');
  expect(taxNote(0)).toBe('tax included');
  openSite({ pricesIncludeTax: true });
  expect(taxNote(200)).toBe('includes $2.00 tax');
  expect(taxNote(0)).toBe('tax included');
});
