import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { WholeConfig } from '@/features/site/api/site-config';
import { setSession } from '@/shared/api/session';
import { eventually } from '@/shared/testing/eventually';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { sayMore } from '../catalogue';
import { surface } from '../surface';

const config = {
  revision: 4,
  about: '',
  airPayLimits: { chargesPerDay: 10, amountPerDay: 20_000 },
  resignUpProductId: 52,
  ofTheFuture: { kept: true },
} as unknown as WholeConfig;

let sent: unknown[];

beforeEach(async () => {
  await sayMore();
  setSession(tokens(4_000_000_000));
  sent = [];
  answer('get', '/users', () => ok(account({ role: 'owner' })));
  answer('get', '/system/app-version', () => ok({ appVersion: __SUDS_VERSION__ }) as never);
  answer('get', '/admin/waiting', () => ok([]));
  answer('get', '/accounts', () => ok([]));
  answer('get', '/accounts/site-config', () => ok(config));
  answer('post', '/accounts/site-config', async (request) => {
    const { siteConfig } = (await request.json()) as { siteConfig: WholeConfig };
    sent.push(siteConfig);
    return ok({ ...siteConfig, revision: 5 });
  });
});

const save = () => screen.getByRole('button', { name: 'Save' });

async function enter(label: RegExp | string, text: string) {
  const user = userEvent.setup();
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  if (text) await user.type(field, text);
  return user;
}

it('rejects AirPAY limits at their fields and saves the others', async () => {
  await renderSurface(surface, '/mmtpo/settings/airpay');
  await enter('Charges per day', '');
  const user = await enter('Amount per day', 'much');
  await user.click(save());
  expect(await screen.findByText('Enter a number from 0 to 999,999.')).toBeVisible();
  expect(screen.getByText('Must only include numbers')).toBeVisible();
  expect(sent).toEqual([]);
  await enter('Charges per day', '3');
  await enter('Amount per day', '45.50');
  await user.click(save());
  await eventually(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ ...config, airPayLimits: { chargesPerDay: 3, amountPerDay: 4550 } });
});

const noAddress = {
  legalName: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  taxNumber: '',
};
const contacts = { supportEmail: 'help@canyon.example', supportPhone: '6025550142' };
const details = {
  ...config,
  companyName: 'Canyon',
  contact: { phone: '', email: '' },
  business: noAddress,
  country: 'US',
  currency: 'USD',
  timeZone: 'America/Phoenix',
  languages: ['en-US'],
};

/** Opens business details. Returns the requests that save support contacts. */
async function openBusiness({ canChangeCurrency = true, support = contacts } = {}) {
  const saved: unknown[] = [];
  answer('get', '/accounts/site-config', () => ok(details));
  answer('get', '/admin/business', () => ok({ canChangeCurrency }));
  answer('get', '/accounts/countries', () =>
    ok([
      { code: 'CA', currency: 'CAD', timeZone: 'America/Toronto' },
      { code: 'US', currency: 'USD', timeZone: 'America/New_York' },
    ]),
  );
  answer('get', '/admin/support', () => ok({ version: 'v1', ...support }));
  answer('put', '/admin/support', async (request) => {
    saved.push(await request.json());
    return ok({ version: 'v1', ...contacts });
  });
  await renderSurface(surface, '/mmtpo/settings/support');
  return saved;
}

it('saves business details without changing the support contacts', async () => {
  const saved = await openBusiness();
  await enter(/^Legal name/, 'Canyon Wash LLC');
  const user = await enter(/^Introduction/, 'Open since 1987.');
  await user.click(save());
  await eventually(() => expect(saved).toHaveLength(1));
  const business = { ...noAddress, legalName: 'Canyon Wash LLC' };
  expect(sent).toEqual([{ ...details, business, about: 'Open since 1987.' }]);
  expect(saved[0]).toEqual({ version: 'v1', contacts });
});

it('saves the details of a new site before it has support contacts', async () => {
  const saved = await openBusiness({ support: { ...contacts, supportEmail: '', supportPhone: '' } });
  const user = await enter(/^Introduction/, 'Open since 1987.');
  await user.click(save());
  await eventually(() => expect(sent).toEqual([{ ...details, about: 'Open since 1987.' }]));
  expect(saved).toEqual([]);
});

it('requires the support email once there is one', async () => {
  await openBusiness();
  const user = await enter('Support email', '');
  await user.click(save());
  expect(await screen.findByText('Input is required.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('saves nothing if someone else changed the support contacts', async () => {
  await openBusiness();
  answer('put', '/admin/support', () => refusal(409, 'stale_revision', 'Someone else changed this.'));
  const user = await enter('Company name', 'Canyon Wash');
  await user.click(save());
  expect(await screen.findByText('Someone else changed this.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('saves corrected details after the contacts were saved', async () => {
  const saved = await openBusiness();
  answer('put', '/admin/support', async (request) => {
    saved.push(await request.json());
    return ok({ version: 'v2', ...contacts });
  });
  let attempts = 0;
  answer('post', '/accounts/site-config', async (request) => {
    attempts += 1;
    if (attempts === 1)
      return refusal(422, 'invalid_fields', 'Check your entries.', { companyName: 'Too long.' });
    const { siteConfig } = (await request.json()) as { siteConfig: WholeConfig };
    sent.push(siteConfig);
    return ok({ ...siteConfig, revision: 5 });
  });
  const user = await enter('Company name', 'Canyon Wash');
  await user.click(save());
  expect(await screen.findByText('Too long.')).toBeVisible();
  await enter('Company name', 'Canyon');
  await enter(/^Introduction/, 'Open since 1987.');
  await user.click(save());
  await eventually(() => expect(sent).toHaveLength(1));
  expect(saved).toEqual([
    { version: 'v1', contacts },
    { version: 'v2', contacts },
  ]);
});

it('lists what follows from a new time zone, and asks before saving', async () => {
  const saved = await openBusiness();
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText('Time zone'), 'America/New_York');
  expect(screen.getByText(/^Memberships renew.* at 2 a.m. in America\/New York\.$/)).toBeVisible();
  await user.click(save());
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Save business details?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await user.click(save());
  const again = within(await screen.findByRole('alertdialog', { name: 'Save business details?' }));
  await user.click(again.getByRole('button', { name: 'Save' }));
  await eventually(() => expect(saved).toHaveLength(1));
  expect(sent).toEqual([{ ...details, timeZone: 'America/New_York' }]);
});

it('shows an error of the server at its field', async () => {
  await openBusiness();
  answer('post', '/accounts/site-config', () =>
    refusal(422, 'invalid_fields', 'Check your entries.', {
      'business.taxNumber': 'Enter fewer characters.',
    }),
  );
  const user = await enter(/^Tax number/, '1');
  await user.click(save());
  await eventually(() =>
    expect(screen.getByLabelText(/^Tax number/)).toHaveAccessibleDescription('Enter fewer characters.'),
  );
});

it("doesn't offer another currency after the first sale", async () => {
  await openBusiness({ canChangeCurrency: false });
  expect(await screen.findByLabelText('Currency')).toBeDisabled();
  expect(screen.getByText("You can't change the currency after the first sale.")).toBeVisible();
});

it('keeps an unavailable club until another one is selected', async () => {
  openSite({}, { environment: { name: 'demo', production: false } });
  const club = { productId: 7, version: 1, archived: false, example: false, deletable: false };
  const product = { productType: 'AppClub', name: 'Canyon Unlimited', price: 3999 };
  answer('get', '/admin/products', (request) => {
    expect(new URL(request.url).searchParams.get('archived')).toBe('false');
    return ok({ items: [{ ...club, product }], nextCursor: null, count: 1 } as never);
  });
  await renderSurface(surface, '/mmtpo/settings/rejoining');
  const choice = await screen.findByLabelText('Wash Club');
  expect(choice).toHaveDisplayValue('Product 52 (unavailable)');
  const user = userEvent.setup();
  await user.selectOptions(choice, 'Canyon Unlimited');
  await user.click(save());
  await eventually(() => expect(sent).toEqual([{ ...config, resignUpProductId: 7 }]));
});

it('has no club for the test page in production', async () => {
  await renderSurface(surface, '/mmtpo/settings/rejoining');
  const title = '404, Page Not Found.';
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible();
});
