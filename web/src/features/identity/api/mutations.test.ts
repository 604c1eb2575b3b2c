import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { account } from '@/shared/testing/people';
import { answer, ok } from '@/shared/testing/server';
import { accountQuery, confirmedQuery, setHomeLocation } from './account';
import { confirmEmail } from './emails';
import { saveVehicle, vehicleQuery } from './vehicle';

let queries: QueryClient;

const isStale = () => queries.getQueryState(accountQuery().queryKey)?.isInvalidated;

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(accountQuery().queryKey, account());
});

it('shows the stored vehicle', async () => {
  const vehicle = {
    make: 'Volvo',
    model: '240',
    year: '1988',
    license: 'AB123C',
    color: 'Blue',
    state: 'AZ',
  };
  answer('post', '/users/vehicle', () => ok(vehicle));
  await new MutationObserver(queries, saveVehicle).mutate({ ...vehicle, license: 'ab-12 3c' });
  expect(queries.getQueryData(vehicleQuery().queryKey)).toEqual(vehicle);
});

it('refetches the account after its default location changes', async () => {
  answer('post', '/users/homeLocation', () => ok({ locationId: 2 }));
  await new MutationObserver(queries, setHomeLocation).mutate(2);
  expect(isStale()).toBe(true);
});

it('refetches the account after confirmation in this tab', async () => {
  answer('post', '/users/emails/confirm', () => ok(true));
  await new MutationObserver(queries, confirmEmail).mutate({ email: 'ada@wash.co', token: 'x' });
  expect(isStale()).toBe(true);
});

it.each([true, false])('refetches the account after confirmation elsewhere: %s', async (confirmed) => {
  answer('get', '/users/emails/confirmed', () => ok(confirmed));
  expect(await queries.fetchQuery(confirmedQuery())).toBe(confirmed);
  expect(isStale()).toBe(confirmed);
});
