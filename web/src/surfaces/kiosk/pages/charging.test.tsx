import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { payments } from '@/features/terminal/model/payments';
import type { PaymentAnswer } from '@/shared/api/types';
import { eventually } from '@/shared/testing/eventually';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok, refusal, server } from '@/shared/testing/server';
import { surface } from '../surface';
import { scan } from '../testing/scan';
import { airPay, code, item, paired, payment, token } from '../testing/terminal';

const user = userEvent.setup();

type Sent = { terminalTxnId: string; amount?: number };
let charged: Sent[] = [];
let confirmed: Sent[] = [];
let voided: Sent[] = [];

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 }, { timeout: 5000 });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const body = async (request: Request) => (await request.json()) as Sent;
/** Network that accepts a request and returns no response. */
const lost = () => HttpResponse.error();

/** Results of consecutive charges; the last one repeats. */
function charges(...states: (PaymentAnswer['state'] | 'lost')[]) {
  server.use(
    http.post('*/terminal/payments', async ({ request }) => {
      charged.push(await body(request));
      const state = states.length > 1 ? states.shift() : states[0];
      return !state || state === 'lost' ? lost() : ok(payment(state));
    }),
  );
}

beforeEach(() => {
  sessionStorage.clear();
  paired();
  [charged, confirmed, voided] = [[], [], []];
  answer('post', '/terminal/codes/resolve', () => ok(airPay));
  answer('post', '/terminal/payments/{paymentId}/confirm', async (request) => {
    confirmed.push(await body(request));
    return ok(payment('confirmed'));
  });
  answer('post', '/terminal/payments/{paymentId}/void', async (request) => {
    voided.push(await body(request));
    return ok(payment('voided'));
  });
});

/** Seller as on the receipt. */
const seller = async () => {
  expect(await screen.findByText('Sparkle LLC, 1 Main St, Mesa, AZ 85201')).toBeVisible();
  expect(screen.getByText('Tax number: AZ 20-1234567')).toBeVisible();
};

async function open() {
  await renderSurface(surface, '/kiosk');
  await heading('Scan your code');
}

/** Scans a token and charges 12.00 plus 0.96 tax to its card. */
async function charge() {
  scan(token);
  await heading('Enter amount');
  for (const digit of '1200') await press(digit);
  await press('Charge $12.96');
}

it('charges the card for a price with its taxes, and confirms it', async () => {
  charges('approved');
  await open();
  scan(token);
  expect(await heading('Enter amount')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Charge $0.00' })).toBeDisabled();
  for (const digit of '1200') await press(digit);
  expect(screen.getByText('$0.96')).toBeInTheDocument();
  await press('Charge $12.96');
  await heading('$12.96 paid');
  await seller();
  await press('Complete sale');
  await heading('Paid');
  await seller();
  expect(charged).toMatchObject([
    { tempId: token, amount: 1296, taxes: 96, lines: [{ name: 'Car wash', price: 1200, taxes: 96 }] },
  ]);
  expect(confirmed).toHaveLength(1);
  expect(voided).toEqual([]);
});

it('refunds a canceled payment', async () => {
  charges('approved');
  await open();
  await charge();
  await press('Cancel payment');
  await heading('Payment canceled');
  expect([confirmed.length, voided.length]).toEqual([0, 1]);
});

it('shows a declined card and keeps the price for the next token', async () => {
  charges('declined');
  await open();
  await charge();
  await heading('Declined');
  expect(screen.getByText('The card was declined. Nothing was charged.')).toBeInTheDocument();
  await press('Use another code');
  scan(token, 'Enter');
  await heading('Enter amount');
  expect(screen.getByRole('button', { name: 'Charge $12.96' })).toBeEnabled();
  await press('Not now');
  scan(token);
  await heading('Enter amount');
  expect(screen.getByRole('button', { name: 'Charge $0.00' })).toBeDisabled();
});

it.each([
  [409, 'limit_reached', 'Limit reached'],
  [422, 'card_required', 'No card on file'],
  [422, 'expired', 'Expired'],
] as const)('says why a card is not charged: %i %s', async (status, why, title) => {
  answer('post', '/terminal/payments', () => refusal(status, why, 'In the words of the server.'));
  await open();
  await charge();
  await heading(title);
  expect(screen.getByText('In the words of the server.')).toBeInTheDocument();
});

it('repeats an unresolved charge with the same transaction ID', async () => {
  charges('unknown', 'approved');
  await open();
  await charge();
  await heading('Payment pending');
  // Don't abandon one customer's charge for the next customer's code.
  scan(code);
  await heading('$12.96 paid');
  expect(charged).toHaveLength(2);
  expect(charged[1]).toEqual(charged[0]);
});

it('resends the same charge after a network failure', async () => {
  charges('lost', 'approved');
  await open();
  await charge();
  await heading('No connection');
  await heading('$12.96 paid');
  expect(charged[1]).toEqual(charged[0]);
  await press('Complete sale');
  await heading('Paid');
});

it('voids an abandoned charge', async () => {
  charges('unknown');
  await open();
  await charge();
  await heading('Payment pending');
  await press('Cancel payment');
  await heading('Payment canceled');
  expect(voided.length).toBeGreaterThan(0);
  expect(sessionStorage.getItem('suds:charge')).toBeNull();
});

it("leaves an unnamed charge to the server's automatic void", async () => {
  charges('lost');
  await open();
  await charge();
  await heading('No connection');
  await press('Cancel payment');
  await heading('Payment canceled');
  expect(screen.getByText("If the card was charged, we'll refund it automatically.")).toBeInTheDocument();
  expect([confirmed.length, voided.length]).toEqual([0, 0]);
});

it('continues a charge after a reload', async () => {
  const sent = { tempId: token, amount: 1296, taxes: 96, lines: [], terminalTxnId: 'before' };
  sessionStorage.setItem('suds:charge', JSON.stringify({ ...sent, scannedAt: new Date().toISOString() }));
  charges('approved');
  await renderSurface(surface, '/kiosk');
  await heading('$12.96 paid');
  expect(charged).toMatchObject([sent]);
});

it('resends an unacknowledged result and shows if it was too late', async () => {
  charges('approved');
  const tries: Sent[] = [];
  server.use(
    http.post('*/terminal/payments/p1/confirm', async ({ request }) => {
      tries.push(await body(request));
      return lost();
    }),
  );
  await open();
  await charge();
  await press('Complete sale');
  await heading('Paid');
  expect(screen.getByText(/sent automatically\.$/, { selector: 'section p' })).toBeInTheDocument();
  expect(await screen.findByText('Payments saved until the kiosk is online: 1')).toBeInTheDocument();
  answer('post', '/terminal/payments/{paymentId}/confirm', async (request) => {
    tries.push(await body(request));
    return refusal(409, 'payment_over', 'This payment was given back.');
  });
  await user.click(await screen.findByRole('link', { name: 'Refunded payments: 1' }, { timeout: 20_000 }));
  expect(await screen.findByText(/This payment was given back\.$/)).toBeInTheDocument();
  expect(new Set(tries.map(({ terminalTxnId }) => terminalTxnId)).size).toBe(1);
}, 40_000);

it('stops after the kiosk was removed', async () => {
  let asked = 0;
  answer('post', '/terminal/payments', () => {
    asked += 1;
    return refusal(401, 'invalid_token', 'This terminal is not paired.');
  });
  await open();
  await charge();
  await heading('Pair kiosk');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(asked).toBe(1);
});

it('confirms on the next scan or after a timeout', async () => {
  charges('approved');
  await open();
  await charge();
  await heading('$12.96 paid');
  answer('post', '/terminal/codes/resolve', () => ok(item));
  scan(code);
  await heading('Glow');
  await eventually(() => expect(confirmed).toHaveLength(1));
});

it('continues an approved payment after a restart and confirms it in time', async () => {
  payments.begin({
    paymentId: 'p1',
    terminalId: 't1',
    code: token,
    name: '$12.96',
    confirmBy: new Date(Date.now() + 6000).toISOString(),
  });
  await renderSurface(surface, '/kiosk');
  await heading('Paid');
  expect(confirmed).toHaveLength(1);
});
