import 'fake-indexeddb/auto';
import { createStore, get, set } from 'idb-keyval';
import { expect, it } from 'vitest';
import { walletItem } from '@/shared/testing/wallet-items';
import { forgetCopy, keepCopy, readCopy } from './wallet-copy';

it("keeps each customer's wallet separate", async () => {
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

it('stores codes encrypted, with a key that cannot be exported', async () => {
  const store = createStore('suds-wallet', 'copies');
  const item = walletItem();
  await keepCopy('1', [item]);
  const stored = (await get('wallet', store)) as { key: CryptoKey; sealed: ArrayBuffer };
  expect(stored.key.extractable).toBe(false);
  const bytes = new TextDecoder('latin1').decode(stored.sealed);
  expect(bytes).not.toContain(item.code);
  expect(JSON.stringify(stored)).not.toContain(item.code);
});

it('removes an unencrypted copy of an earlier build', async () => {
  const store = createStore('suds-wallet', 'copies');
  await set('wallet', { customerId: '1', asOf: 0, items: [walletItem()] }, store);
  expect(await readCopy('1')).toBeNull();
  expect(await get('wallet', store)).toBeUndefined();
});
