import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok } from '@/shared/testing/server';
import { surface } from '../surface';
import { pressKeys } from '../testing/scan';
import { airPay, code, item, paired, token } from '../testing/terminal';

const user = userEvent.setup();
const other = '204822597314';

let resolved: string[] = [];
let reserved = 0;

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

/** Keys of a scanner with the characters of a French keyboard. */
const french = (digits: string) =>
  [...digits].map((digit) => ({ key: 'à&é"\'(-è_ç'[Number(digit)] ?? '', code: `Digit${digit}` }));

beforeEach(() => {
  paired();
  [resolved, reserved] = [[], 0];
  answer('post', '/terminal/codes/resolve', async (request) => {
    const { code: sent } = (await request.json()) as { code: string };
    resolved.push(sent);
    return ok(sent === token ? airPay : item);
  });
  answer('post', '/terminal/redemptions', () => {
    reserved += 1;
    return new Promise<never>(() => undefined);
  });
});

async function open() {
  await renderSurface(surface, '/kiosk');
  await heading('Scan your code');
}

it('reads a scanner on a French keyboard', async () => {
  await open();
  pressKeys([...french(code), 'Enter'], 5, 1000);
  await heading('Glow');
  pressKeys(
    [...other].map((digit) => ({ key: digit, code: `Digit${digit}`, shiftKey: true })),
    5,
    5000,
  );
  await expect.poll(() => resolved).toEqual([code, other]);
});

it.each([
  ['a symbology identifier', [']', 'Q', '1', ...code, 'Enter']],
  ['letters around it', ['A', ...code, 'B', 'Tab']],
  ['other digits before it', ['1', '2', '/', ...code, 'Enter']],
])('reads a code with %s', async (_, keys) => {
  await open();
  pressKeys(keys, 5, 1000);
  await heading('Glow');
  expect(resolved).toEqual([code]);
});

it('reads a slow scanner after a stray digit, again and again', async () => {
  await open();
  await user.click(screen.getByRole('button', { name: '5' }));
  let time = pressKeys([...code, 'Enter'], 80, 5000);
  await heading('Glow');
  // Enter of the scan pressed no button.
  expect(reserved).toBe(0);
  time = pressKeys(['5'], 0, time + 3000);
  time = pressKeys([...other, 'Enter'], 80, time + 1000);
  await expect.poll(() => resolved).toEqual([code, other]);
  pressKeys([...code, 'Enter'], 80, time + 3000);
  await expect.poll(() => resolved).toEqual([code, other, code]);
});

it('forgets digits that Enter ends too early', async () => {
  await open();
  pressKeys([...'1048', 'Enter', ...code], 200, 1000);
  await heading('Glow');
});

it('keeps a refusal while the rest of the scan arrives', async () => {
  await open();
  pressKeys([...'1048225973179', 'Enter'], 5, 1000);
  await heading('Mistyped code');
  pressKeys([...'104822597317', 'Enter'], 80, 9000);
  await heading('Mistyped code');
  expect(resolved).toEqual([]);
});

it('keeps a price that was typed with Enter, and reads the next code after it', async () => {
  await open();
  pressKeys([...token, 'Enter'], 5, 1000);
  await heading('Enter amount');
  pressKeys([...'1200', 'Enter'], 200, 5000);
  expect(await screen.findByRole('button', { name: 'Charge $12.96' })).toBeEnabled();
  pressKeys([...code, 'Enter'], 80, 9000);
  await heading('Glow');
});

it('shows the washes that a code includes', async () => {
  answer('post', '/terminal/codes/resolve', () =>
    ok({ ...item, class: 'bundle', itemType: 'AppBundle', washes: ['Glow', 'Sunrise'] }),
  );
  await open();
  pressKeys([...code, 'Enter'], 5, 1000);
  await heading('Glow');
  expect(screen.getByText(/Glow, Sunrise/)).toBeVisible();
});
