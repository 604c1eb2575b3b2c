import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { ProcessorInUse } from '@/features/payments/api/processor';
import { setSession } from '@/shared/api/session';
import { eventually } from '@/shared/testing/eventually';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { sayMore } from '../../catalogue';
import { surface } from '../../surface';

const none: ProcessorInUse = {
  version: 'none',
  name: null,
  endpoints: null,
  isProduction: false,
  settings: {} as Record<string, never>,
  cardsOnFile: 0,
  cardsElsewhere: 0,
  leftAccounts: [],
};

beforeEach(async () => {
  await sayMore();
  setSession(tokens(4_000_000_000));
  answer('get', '/users', () => ok(account({ role: 'owner' })));
  answer('get', '/system/app-version', () => ok({ appVersion: __SUDS_VERSION__ }) as never);
  answer('get', '/admin/waiting', () => ok([]));
  answer('get', '/accounts', () => ok([]));
});

/** Answers the requests that test credentials. */
function answerTests(): unknown[] {
  const tested: unknown[] = [];
  answer('post', '/admin/processor/test', async (request) => {
    tested.push(await request.json());
    return ok({ result: 'works', currency: { code: 'USD', support: 'unknown', merchantId: 'store5' } });
  });
  return tested;
}

async function openForm(inUse: Partial<ProcessorInUse>) {
  answer('get', '/admin/processor', () => ok({ ...none, ...inUse }));
  await renderSurface(surface, '/mmtpo/settings/payments');
  return screen.findByRole<HTMLSelectElement>('combobox', { name: 'Environment' });
}

const offered = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map((option) => option.textContent);

it('offers no live payments outside production and says why', async () => {
  const field = await openForm({});
  expect(offered(field)).toEqual(['Processor sandbox', 'Suds test processor']);
  expect(field).toHaveAccessibleDescription("This is a test site, so it can't take live payments.");
});

it('never offers the test processor in production, not even to a site that came with it', async () => {
  const field = await openForm({ isProduction: true, name: 'moneris', endpoints: 'stub' });
  expect(offered(field)).toEqual(['Live payments', 'Processor sandbox']);
  expect(field.value).toBe('production');
  let sent: unknown;
  answer('post', '/admin/processor/preview', async (request) => {
    sent = await request.json();
    return ok({
      changesAccount: false,
      merchantId: '',
      cardsLeft: 0,
      members: 0,
      cardsBack: 0,
      openCharges: 0,
      refundablePayments: 0,
    });
  });
  answer('put', '/admin/processor', () => ok(none));
  await userEvent.type(screen.getByLabelText('Store ID'), 'store5');
  await userEvent.type(screen.getByLabelText('Checkout ID'), 'chkt5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await eventually(() => expect(sent).toMatchObject({ endpoints: 'production' }));
});

it('asks for missing credentials at their fields, for a test as well as for a save', async () => {
  const tested = answerTests();
  await openForm({});
  for (const button of ['Test connection', 'Save']) {
    await userEvent.click(screen.getByRole('button', { name: button }));
    await eventually(() => expect(screen.getAllByText('Input is required.')).toHaveLength(3));
    expect(screen.getByLabelText('Store ID')).toHaveFocus();
  }
  expect(tested).toEqual([]);
});

it('tests credentials once for a double click, without a stored secret, and keeps the save button as it is', async () => {
  const tested = answerTests();
  const settings = { storeId: 'store5', checkoutId: 'chkt5' } as unknown as Record<string, never>;
  await openForm({ name: 'moneris', endpoints: 'stub', settings });
  await userEvent.dblClick(screen.getByRole('button', { name: 'Test connection' }));
  expect(await screen.findByText('Credentials are valid')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save', hidden: true })).toBeInTheDocument();
  expect(tested).toEqual([{ name: 'moneris', endpoints: 'stub', settings }]);
  await userEvent.type(screen.getByLabelText('Store ID'), '6');
  expect(screen.queryByText('Credentials are valid')).toBeNull();
});
