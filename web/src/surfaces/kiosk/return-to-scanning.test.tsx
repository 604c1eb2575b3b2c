import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok } from '@/shared/testing/server';
import { surface } from './surface';
import { pressKeys } from './testing/scan';
import { code, item, paired } from './testing/terminal';

const user = userEvent.setup();
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  paired();
  answer('post', '/terminal/codes/resolve', () => ok(item));
});

it.each(['/kiosk/device', '/kiosk/unknown'])('reads a scan at %s', async (path) => {
  await renderSurface(surface, path);
  await screen.findByRole('heading', { level: 1 });
  pressKeys([...code, 'Enter'], 80, 1000);
  await heading('Glow');
});

it('reads a scan after an option was switched, and while it asks before unpairing', async () => {
  await renderSurface(surface, '/kiosk/device');
  const sounds = await screen.findByRole('switch', { name: 'Sounds' });
  await user.click(sounds);
  await press('Unpair kiosk');
  await screen.findByText('Unpair kiosk?');
  pressKeys([...code, 'Enter'], 80, 1000, sounds);
  await heading('Glow');
});

it('shows an invalid scan', async () => {
  await renderSurface(surface, '/kiosk/device');
  await heading('This kiosk');
  pressKeys([...'104822597317', 'Enter'], 80, 1000);
  await heading('Mistyped code');
});

it.each(['/kiosk/device', '/kiosk/unknown'])(
  'returns from %s after 90 seconds without input',
  async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const { router } = await renderSurface(surface, path);
      await screen.findByRole('heading', { level: 1 });
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      pressKeys(['Shift'], 0, 1000);
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(router.state.location.pathname).toBe(path);
      await act(() => vi.advanceTimersByTimeAsync(40_000));
      expect(router.state.location.pathname).toBe('/kiosk');
    } finally {
      vi.useRealTimers();
    }
  },
);
