import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pairing } from '@/features/terminal/model/pairing';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok, refusal } from '@/shared/testing/server';
import { surface } from '../surface';
import { scan } from '../testing/scan';
import { answerMe, code, paired } from '../testing/terminal';

const user = userEvent.setup();

it('asks for a pairing code again after an invalid one', async () => {
  const asked: string[] = [];
  answer('post', '/terminal/pair', async (request) => {
    const { pairingCode } = (await request.json()) as { pairingCode: string };
    asked.push(pairingCode);
    if (asked.length === 1) return refusal(422, 'invalid_code', 'This code does not pair a terminal.');
    return ok({ terminalId: 't1', terminalKey: 'key-1', locationId: 1 });
  });
  answerMe();
  const { router } = await renderSurface(surface, '/kiosk');
  expect(router.state.location.pathname).toBe('/kiosk/pair');
  expect(await screen.findByRole('heading', { name: 'Pair kiosk', level: 1 })).toBeInTheDocument();
  for (const digit of '12345678') await user.click(screen.getByRole('button', { name: digit }));
  expect(await screen.findByText('This code does not pair a terminal.')).toBeInTheDocument();
  scan('87654321');
  expect(await screen.findByRole('heading', { name: 'Scan your code', level: 1 })).toBeInTheDocument();
  expect(asked).toEqual(['12345678', '87654321']);
  expect(await screen.findByText('Lane 1')).toBeInTheDocument();
});

it('replaces its key after a day', async () => {
  const kept = paired();
  pairing.write({ terminalId: 't1', terminalKey: 'key-1', keptAt: Date.now() - 25 * 60 * 60 * 1000 });
  let sent: string | null = null;
  answer('put', '/terminal/key', (request) => {
    sent = request.headers.get('Authorization');
    return ok({ terminalId: 't1', terminalKey: 'key-2', locationId: 1 });
  });
  await renderSurface(surface, '/kiosk');
  await expect.poll(() => kept()?.terminalKey).toBe('key-2');
  expect(sent).toBe('Bearer key-1');
});

it('shows pairing on a removed kiosk', async () => {
  paired();
  answer('post', '/terminal/codes/resolve', () =>
    refusal(401, 'invalid_token', 'This terminal is not paired.'),
  );
  const { router } = await renderSurface(surface, '/kiosk');
  await screen.findByRole('heading', { name: 'Scan your code' });
  scan(code);
  await expect.poll(() => router.state.location.pathname).toBe('/kiosk/pair');
  expect(pairing.read()).toBeNull();
  expect(await screen.findByText(/^This kiosk was removed/)).toBeInTheDocument();
});
