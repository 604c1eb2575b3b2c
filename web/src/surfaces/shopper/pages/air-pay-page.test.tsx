import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

function answerCard(onFile: boolean) {
  answer('get', '/users/payment', () =>
    ok({
      onFile,
      accountLeft: false,
      locked: false,
      cardType: onFile ? 'Visa' : '',
      maskedCardNumber: onFile ? '•••• 4242' : '',
      expirationMonth: 12,
      expirationYear: 2030,
    }),
  );
}

const begin = Date.parse('2031-05-05T05:05:05Z');

/** Issues tokens with a lifetime in milliseconds, by a clock far from ours; resolves to their number. */
function answerTokens(goodFor: number, state: () => string = () => 'live') {
  const made = { count: 0 };
  answer('post', '/temptoken', () => {
    made.count += 1;
    return ok({
      id: String(made.count),
      tempId: `81234567890${made.count}`,
      serverTime: new Date(begin).toISOString(),
      expiresAt: new Date(begin + goodFor).toISOString(),
    });
  });
  answer('get', '/temptoken/{id}', () => ok({ state: state() }));
  return made;
}

beforeEach(() => {
  // Without an app, a narrow window shows the web shop.
  openSite({ has_app: false, navWords: { airPay: 'FastPay' } });
  setSession(tokens(4_000_000_000));
  answerCustomer();
});

it('creates a token, shows its expiration and creates another', async () => {
  answerCard(true);
  const made = answerTokens(4000);
  renderPage('/airPay');
  expect(await screen.findByText('8123 4567 8901')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'FastPay' })).toBeVisible();
  expect(await screen.findByText('Token expired', {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.queryByText('8123 4567 8901')).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Regenerate' }));
  expect(await screen.findByText('8123 4567 8902')).toBeVisible();
  expect(made.count).toBe(2);
}, 20_000);

it('shows when a kiosk has read the token', async () => {
  answerCard(true);
  answerTokens(30_000, () => 'consumed');
  renderPage('/airPay');
  expect(await screen.findByText('Used')).toBeVisible();
  expect(screen.queryByText('8123 4567 8901')).toBeNull();
});

it('links to adding a card if there is none', async () => {
  answerCard(false);
  const made = answerTokens(30_000);
  renderPage('/airPay');
  expect(await screen.findByRole('button', { name: 'Add card' })).toBeVisible();
  await act(async () => undefined);
  expect(made.count).toBe(0);
});

it('explains a missing token', async () => {
  answerCard(true);
  answer('post', '/temptoken', () => refusal(409, 'limit_reached', 'Enough for today.'));
  renderPage('/airPay');
  const told = await screen.findByRole('alertdialog', { name: 'Unable to Generate Token' });
  expect(told).toHaveTextContent('Enough for today.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Regenerate' })).toBeEnabled());
});
