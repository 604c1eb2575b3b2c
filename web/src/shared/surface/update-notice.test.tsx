import { QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { appVersionKey } from '../api/app-version';
import { pause } from '../lib/pause';
import { answer, ok } from '../testing/server';
import { ToastHost } from '../ui/toast-host';
import { useUndisturbed } from '../ui/undisturbed';
import { Providers } from './providers';
import { newerVersion } from './update';
import { UpdateNotice } from './update-notice';

const reload = vi.fn();
let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient();
  vi.spyOn(location, 'reload').mockImplementation(() => {
    // Simulates the browser before a reload.
    dispatchEvent(new Event('beforeunload', { cancelable: true }));
    reload();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reload.mockReset();
});

function Code() {
  useUndisturbed();
  return null;
}

function open(codeShown = false) {
  const screenOf = (shown: boolean) => (
    <Providers queries={queries}>
      <MemoryRouter>
        <UpdateNotice />
        {shown && <Code />}
        <ToastHost />
      </MemoryRouter>
    </Providers>
  );
  const { rerender } = render(screenOf(codeShown));
  return { show: (code: boolean) => rerender(screenOf(code)) };
}

const publish = (version: string) =>
  act(async () => {
    queries.setQueryData(appVersionKey(), version);
    // It appears with a short delay.
    await pause(10);
  });
const served = (appVersion: string) =>
  answer('get', '/system/app-version', () => ok({ appVersion, buildVersion: appVersion }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('detects another version, including older ones', () => {
  expect(newerVersion('9.0.0', '')).toBe('9.0.0');
  expect(newerVersion('0.9.0', '')).toBe('0.9.0');
  expect(newerVersion('test', '')).toBeNull();
  expect(newerVersion('', '')).toBeNull();
  expect(newerVersion('9.0.0', '9.0.0')).toBeNull();
});

it("offers the server's version and clears caches", async () => {
  const kept = new Set(['suds-cache-shell-1.5.1', 'suds-precache-v2', 'suds-session']);
  vi.stubGlobal('caches', { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) });
  open();
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  await publish('9.0.1');
  served('9.0.1');
  await press('Update');
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
  expect([...kept]).toEqual(['suds-precache-v2', 'suds-session']);
});

it("stays if the server doesn't respond", async () => {
  answer('get', '/system/app-version', () => Response.error() as never);
  open();
  await publish('9.0.2');
  await press('Update');
  expect(await screen.findByText('The Internet connection appears to be offline.')).toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
  const asked = vi.fn();
  addEventListener('beforeunload', asked, { once: true });
  dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asked, 'whoever leaves later is asked again').toHaveBeenCalledOnce();
});

it('stays hidden while a code is shown or a payment is in progress', async () => {
  const { show } = open(true);
  await publish('9.0.3');
  expect(screen.queryByText('A new version is available.')).toBeNull();
  show(false);
  expect(screen.getByText('A new version is available.')).toBeInTheDocument();
});

it('is dismissed for one version, and not for the next', async () => {
  open();
  await publish('9.0.4');
  await press('Dismiss');
  expect(screen.queryByText('A new version is available.')).toBeNull();
  await publish('9.0.5');
  expect(screen.getByText('A new version is available.')).toBeInTheDocument();
});
