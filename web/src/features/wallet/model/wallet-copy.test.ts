import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { walletItem } from '@/shared/testing/wallet-items';
import { forgetCopy, keepCopy, readCopy } from './wallet-copy';

it('keeps the wallet of one customer, and shows it to no other', async () => {
  expect(await readCopy('1')).toBeNull();
  await keepCopy('1', [walletItem()]);
  expect((await readCopy('1'))?.items).toEqual([walletItem()]);
  expect((await readCopy('1'))?.asOf).toBeGreaterThan(Date.now() - 60_000);
  expect(await readCopy('2')).toBeNull();
  await keepCopy('2', []);
  expect(await readCopy('1')).toBeNull();
  await forgetCopy();
  expect(await readCopy('2')).toBeNull();
});
