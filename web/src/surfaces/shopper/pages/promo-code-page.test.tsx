import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import type { Deal } from '@/shared/api/types';
import { account } from '@/shared/testing/people';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

const deal = (changes: Partial<Deal>): Deal => ({
  dealId: 1,
  name: 'A wash on us',
  description: 'For new faces.',
  terms: 'One a car.',
  locations: [],
  numberClaimed: 0,
  claimLimit: 1,
  award: { type: 'Item' },
  endsAt: null,
  ...changes,
});

const five = deal({
  dealId: 2,
  name: 'Five off',
  terms: '',
  award: { type: 'DollarDiscTrans', amount: 500 },
});

const open = () => renderPage('/promocode');
const dealCalled = (name: string) => screen.findByRole('listitem', { name });
const add = (card: HTMLElement) => within(card).getByRole('button', { name: 'Add to Wallet' });

/** Closes the dialog, so that it doesn't cover anything. */
async function close(dialog: HTMLElement) {
  await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

async function enter(code: string) {
  const user = userEvent.setup();
  const field = await screen.findByLabelText('Promo code', { selector: 'input' });
  await user.clear(field);
  await user.type(field, code);
  await user.click(screen.getByRole('button', { name: 'Claim' }));
  return field;
}

beforeEach(() => {
  // Without an app, a narrow window shows the web shop.
  openSite({ has_app: false });
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answer('get', '/deals', () => ok([deal({}), five]));
  answer('get', '/users/wallet', () => ok([]));
});

it('hides fully claimed deals', async () => {
  answer('get', '/deals', () => ok([deal({ numberClaimed: 1 }), five]));
  await open();
  const card = await dealCalled('Five off');
  expect(card).toHaveTextContent('$5 off');
  expect(screen.queryByText('A wash on us')).not.toBeInTheDocument();
});

it("shows a deal's value, locations and terms", async () => {
  const ends = '2026-12-25T06:59:00Z';
  answer('get', '/deals', () => ok([deal({ claimLimit: 3, numberClaimed: 1, endsAt: ends })]));
  await open();
  const card = await dealCalled('A wash on us');
  for (const text of ['Free', 'All locations', '2 of 3 left', /^Expires /, 'One a car.'])
    expect(within(card).getByText(text)).toBeInTheDocument();
});

it('adds a deal to the wallet', async () => {
  const sent: unknown[] = [];
  answer('post', '/users/deals', async (request) => {
    sent.push(await request.json());
    answer('get', '/deals', () => ok([deal({}), { ...five, numberClaimed: 1 }]));
    return ok({ name: 'Five off', itemId: '7' });
  });
  await open();
  await userEvent.setup().click(add(await dealCalled('Five off')));
  expect(await screen.findByText('Deal Added to your Wallet!')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show code' })).toHaveAttribute('href', '/wallet/7');
  expect(sent).toEqual([{ dealId: 2, locationId: 0 }]);
  expect(screen.queryByRole('listitem', { name: 'Five off' })).not.toBeInTheDocument();
});

it('shows why a deal was rejected', async () => {
  answer('post', '/users/deals', () => refusal(409, 'sold_out', 'Sorry, nothing is left of this offer.'));
  await open();
  await userEvent.setup().click(add(await dealCalled('Five off')));
  const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
  expect(dialog).toHaveTextContent('Sorry, nothing is left of this offer.');
  await close(dialog);
});

it('claims a promo code or shows its error', async () => {
  answer('post', '/promo-codes', async (request) => {
    const { code } = (await request.json()) as { code: string };
    return code === 'SUDS'
      ? ok({ name: 'Five off', itemId: '7' })
      : refusal(422, 'invalid_code', 'This code is not valid. Please check it.');
  });
  await open();
  const field = await enter(' nothing ');
  expect(await screen.findByText('This code is not valid. Please check it.')).toBeVisible();
  expect(field).toHaveAttribute('maxlength', '20');
  await enter('SUDS');
  expect(await screen.findByText('Code Claimed: Five off Added to your Wallet!')).toBeVisible();
  expect(field).toHaveValue('');
});

it('requires a code', async () => {
  await open();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Claim' }));
  expect(await screen.findByText('Input is required.')).toBeVisible();
  expect(screen.getByLabelText('Promo code', { selector: 'input' })).toHaveFocus();
});

it('asks unconfirmed customers to confirm first', async () => {
  answer('get', '/users', () => ok(account({ emailConfirmed: false })));
  answer('get', '/users/emails/confirmed', () =>
    refusal(500, 'internal', 'Something went wrong on our side.'),
  );
  answer('post', '/users/deals', () => refusal(403, 'email_unconfirmed', 'Please verify your email first.'));
  await open();
  expect(await screen.findByRole('region', { name: 'Please Verify your email' })).toHaveTextContent(
    'Verify your email to claim deals and promo codes.',
  );
  expect(screen.queryByLabelText('Promo code', { selector: 'input' })).not.toBeInTheDocument();
  await userEvent.setup().click(add(await dealCalled('Five off')));
  const dialog = await screen.findByRole('dialog', { name: 'Email Verification' });
  expect(within(dialog).getByRole('button', { name: 'Resend Email' })).toBeEnabled();
  await close(dialog);
});

it('shows empty and error states', async () => {
  answer('get', '/deals', () => ok([]));
  await open();
  expect(await screen.findByText('No deals right now')).toBeVisible();
});

it('shows an error and retries', async () => {
  answer('get', '/deals', () => refusal(500, 'internal', 'Something went wrong on our side.'));
  await open();
  expect(await screen.findByText('Unable to get Deals')).toBeVisible();
  expect(screen.getByText('Sorry, something went wrong. Please try again.')).toBeVisible();
});

it('asks for a required location first', async () => {
  openSite({ has_app: false, forceLocations: true, navWords: { promocode: 'Deals' } });
  const { router } = await open();
  expect(router.state.location.pathname + router.state.location.search).toBe('/findUs?to=deals&label=Deals');
});
