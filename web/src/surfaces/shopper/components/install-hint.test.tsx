import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installPrompt, keepInstallPrompt } from '@/shared/lib/install-prompt';
import { store } from '@/shared/lib/store';
import { eventually } from '@/shared/testing/eventually';
import { openSite } from '@/shared/testing/site';
import { DialogHost } from '@/shared/ui/dialog-host';
import { InstallHint } from './install-hint';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148';

addEventListener('beforeinstallprompt', keepInstallPrompt);

beforeEach(() => {
  openSite({ has_app: true });
  store.remove('install-dismissed');
  installPrompt.write(null);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const on = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
const hint = () => screen.queryByRole('region', { name: 'Add to home screen' });

function show() {
  render(
    <>
      <InstallHint />
      <DialogHost />
    </>,
  );
}

/** Provides an install prompt; returns a counter of how often it was shown. */
function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => undefined);
  const event = new Event('beforeinstallprompt', { cancelable: true });
  Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) });
  act(() => void dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
  return prompt;
}

it('is hidden if nothing can be installed', () => {
  show();
  expect(hint()).toBeNull();
});

it("shows the browser's prompt, and stays away after a refusal", async () => {
  show();
  const prompt = offer('dismissed');
  await userEvent.click(screen.getByRole('button', { name: 'Add to home screen' }));
  expect(prompt).toHaveBeenCalledOnce();
  await eventually(() => expect(store.read('install-dismissed')).toBe(true));
  offer('accepted');
  expect(hint()).toBeNull();
});

it('is hidden once the app is installed', () => {
  show();
  offer('accepted');
  expect(hint()).toBeVisible();
  act(() => void dispatchEvent(new Event('appinstalled')));
  expect(hint()).toBeNull();
});

it('stays hidden once dismissed', async () => {
  on(`${iphone} Safari/604.1`);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(hint()).toBeNull();
  expect(store.read('install-dismissed')).toBe(true);
});

it('explains installation on Apple devices, in browsers only', async () => {
  const device = on(iphone);
  show();
  expect(hint()).toBeNull();
  device.mockReturnValue(`${iphone} Safari/604.1`);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Add to home screen' }));
  const steps = await screen.findByRole('dialog', { name: 'Add to home screen' });
  expect(steps).toHaveTextContent('tap Share');
});

it.each([
  ['is on the home screen', () => vi.stubGlobal('matchMedia', () => ({ matches: true }))],
  ['belongs to a merchant without an app', () => openSite({ has_app: false })],
])('is hidden in an app that %s', (_, begin) => {
  begin();
  on(`${iphone} Safari/604.1`);
  show();
  expect(hint()).toBeNull();
});
