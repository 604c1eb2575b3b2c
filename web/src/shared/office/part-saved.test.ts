import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { partSaved } from './part-saved';

const [part, shop] = [['support'], ['merchant']];

function known() {
  const client = new QueryClient();
  client.setQueryData(part, { version: 'read' });
  client.setQueryData(shop, {});
  const isOld = (queryKey: string[]) => client.getQueryState(queryKey)?.isInvalidated;
  return { client, isOld };
}

it('stores the saved value and refetches other views', async () => {
  const { client, isOld } = known();
  const saved = { version: 'saved' };
  await partSaved(part, shop).onSuccess(saved, null, null, { client });
  expect(client.getQueryData(part)).toEqual(saved);
  expect([isOld(part), isOld(shop)]).toEqual([false, true]);
});

it('ignores rejected values and refetches the saved ones', async () => {
  const { client, isOld } = known();
  await partSaved(part, shop).onError(new Error('Changed meanwhile'), null, null, { client });
  expect(client.getQueryData(part)).toEqual({ version: 'read' });
  expect([isOld(part), isOld(shop)]).toEqual([true, false]);
});
