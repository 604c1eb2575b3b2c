import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { redemptions } from '@/features/terminal/model/redemptions';
import { eventually } from '@/shared/testing/eventually';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok, refusal, server } from '@/shared/testing/server';
import { surface } from '../surface';
import { scan } from '../testing/scan';
import { code, item, paired, redemption } from '../testing/terminal';

const user = userEvent.setup();
const other = '204822597314';

type Sent = { code?: string; kioskItem?: string; terminalTxnId: string };
let reserved: Sent[] = [];
let confirmed: Sent[] = [];
let cancelled: Sent[] = [];

const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const running = () => screen.findByRole('button', { name: 'Confirm wash' });
const body = async (request: Request) => (await request.json()) as Sent;
/** Network that accepts a request and returns no response. */
const lost = () => HttpResponse.error();

beforeEach(() => {
  paired();
  [reserved, confirmed, cancelled] = [[], [], []];
  answer('post', '/terminal/codes/resolve', () => ok(item));
  answer('post', '/terminal/redemptions', async (request) => {
    reserved.push(await body(request));
    return ok(redemption('reserved'));
  });
  answer('post', '/terminal/redemptions/{redemptionId}/confirm', async (request) => {
    confirmed.push(await body(request));
    return ok(redemption('confirmed'));
  });
  answer('post', '/terminal/redemptions/{redemptionId}/cancel', async (request) => {
    cancelled.push(await body(request));
    return ok(redemption('cancelled'));
  });
});

/** Opens the kiosk. */
async function open() {
  await renderSurface(surface, '/kiosk');
  await heading('Scan your code');
}

/** Enters a code and starts its wash. */
async function startWash() {
  scan(code);
  await heading('Glow');
  await press('Start wash');
}

it('handles a code from scan to wash', async () => {
  await open();
  for (const digit of code) await user.click(screen.getByRole('button', { name: digit }));
  expect(await heading('Glow')).toHaveFocus();
  expect(screen.getByText('Single Wash')).toBeInTheDocument();
  await press('Start wash');
  await running();
  await press('Confirm wash');
  await heading('Done');
  expect(reserved).toMatchObject([{ code, kioskItem: 'Glow' }]);
  expect(confirmed).toHaveLength(1);
  await press('Scan next code');
  await heading('Scan your code');
});

it("shows a discount's amount and starts automatic items", async () => {
  const discount = { ...item, name: 'Five off', itemType: 'DollarDiscTrans', discount: 500 };
  answer('post', '/terminal/codes/resolve', () => ok(discount));
  await open();
  scan(code);
  await heading('Five off');
  expect(screen.getByText('Discount Code · −$5.00')).toBeInTheDocument();
  await press('Use discount');
  expect(await screen.findByText('Take $5.00 off the price, then confirm.')).toBeInTheDocument();
  answer('post', '/terminal/codes/resolve', () => ok({ ...item, autoSelect: true, kioskItem: 'WASH-3' }));
  await press('Confirm discount');
  await heading('Done');
  scan(other);
  await running();
  expect(reserved.map(({ kioskItem }) => kioskItem)).toEqual(['Five off', 'WASH-3']);
});

it("releases a code if the wash didn't run", async () => {
  await open();
  await startWash();
  await press("Wash didn't run");
  await heading('Code not used');
  expect(confirmed).toEqual([]);
  expect(cancelled).toHaveLength(1);
});

it('reports a wrong digit without a request', async () => {
  await open();
  scan('104822597317');
  await heading('Mistyped code');
  expect(screen.getByText('1048 2259 7317')).toBeInTheDocument();
  // The next digit starts the next attempt.
  scan('1');
  await heading('Scan your code');
});

it.each([
  [409, 'token_used', 'Already used'],
  [422, 'expired', 'Expired'],
  [422, 'not_for_this_location', 'Not valid here'],
  [409, 'reserved_elsewhere', 'In use at another kiosk'],
  [422, 'invalid_code', 'Unknown code'],
  [409, 'revoked', 'Voided'],
  [429, 'rate_limited', 'Please wait'],
] as const)(
  'says a refusal with %i %s in large letters and in the server’s words',
  async (status, why, title) => {
    answer('post', '/terminal/codes/resolve', () => refusal(status, why, 'In the words of the server.'));
    await open();
    scan(code);
    await heading(title);
    expect(screen.getByText('In the words of the server.')).toBeInTheDocument();
  },
);

it('shows a lost connection and retries the same code', async () => {
  server.use(http.post('*/terminal/codes/resolve', lost, { once: true }));
  await open();
  scan(code);
  await heading('No connection');
  expect(screen.getByText(/^No connection\. You can check codes/)).toBeInTheDocument();
  await press('Try again');
  await heading('Glow');
  expect(screen.queryByText(/^No connection\. You can check codes/)).not.toBeInTheDocument();
});

it('repeats the same reservation after a lost response', async () => {
  let lostOne: Sent | undefined;
  server.use(
    http.post(
      '*/terminal/redemptions',
      async ({ request }) => {
        lostOne = await body(request);
        return lost();
      },
      { once: true },
    ),
  );
  await open();
  await startWash();
  await heading('No connection');
  act(() => void dispatchEvent(new Event('online')));
  await running();
  expect(reserved).toEqual([lostOne]);
});

it('stores an unconfirmed result and resends it', async () => {
  const tries: Sent[] = [];
  server.use(
    http.post('*/terminal/redemptions/r1/confirm', async ({ request }) => {
      tries.push(await body(request));
      return lost();
    }),
  );
  await open();
  await startWash();
  await press('Confirm wash');
  await heading('Done');
  expect(screen.getByText(/sent automatically\.$/, { selector: 'section p' })).toBeInTheDocument();
  expect(await screen.findByText(/^Washes saved until the kiosk is online:/)).toBeInTheDocument();

  // A browser that was closed in the meantime still knows it.
  expect(JSON.parse(localStorage.getItem('suds:redemptions') ?? '').ended).toHaveLength(1);
  answer('post', '/terminal/redemptions/{redemptionId}/confirm', async (request) => {
    confirmed.push(await body(request));
    return ok(redemption('confirmed'));
  });
  await vi.waitFor(() => expect(confirmed).toHaveLength(1), { timeout: 8000 });
  expect(new Set([...tries, ...confirmed].map(({ terminalTxnId }) => terminalTxnId)).size).toBe(1);
  await eventually(() => expect(screen.queryByText(/^Washes saved/)).not.toBeInTheDocument());
}, 15_000);

it('shows late results that the server rejected', async () => {
  localStorage.setItem(
    'suds:redemptions',
    JSON.stringify({
      washing: null,
      ended: [
        {
          redemptionId: 'r1',
          terminalId: 't1',
          code,
          name: 'Glow',
          reservedUntil: '2026-11-20T10:00:00Z',
          ending: 'confirm',
          terminalTxnId: 'x',
          at: Date.now(),
        },
      ],
    }),
  );
  answer('post', '/terminal/redemptions/{redemptionId}/confirm', () =>
    refusal(409, 'token_used', 'This code was used already.'),
  );
  await open();
  await user.click(await screen.findByRole('link', { name: 'Washes not recorded: 1' }));
  expect(await screen.findByText(/This code was used already\.$/)).toBeInTheDocument();
  await press('Clear list');
  expect(screen.queryByText(/not recorded:/)).not.toBeInTheDocument();
});

it('continues a wash after a restart and confirms it in time', async () => {
  redemptions.begin({
    redemptionId: 'r1',
    terminalId: 't1',
    code,
    name: 'Glow',
    reservedUntil: new Date(Date.now() + 6000).toISOString(),
  });
  await renderSurface(surface, '/kiosk');
  await running();
  await heading('Done');
  expect(confirmed).toHaveLength(1);
});

it('confirms the previous wash on the next scan', async () => {
  await open();
  await startWash();
  await running();
  scan(code, 'Enter');
  await running();
  scan(other, 'Enter');
  await heading('Glow');
  await eventually(() => expect(confirmed).toHaveLength(1));
});
