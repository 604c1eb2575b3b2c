import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appVersionKey } from '@/shared/api/app-version';
import { tabStorage } from '@/shared/lib/storage';
import { Providers } from '@/shared/surface/providers';
import { eventually } from '@/shared/testing/eventually';
import { answer, ok } from '@/shared/testing/server';
import { useUndisturbed } from '@/shared/ui/undisturbed';
import { NewVersion } from './new-version';

const reload = vi.fn();
const minute = 60_000;

beforeEach(() => {
  reload.mockReset();
  tabStorage.remove('suds:kiosk-renewed');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Busy() {
  useUndisturbed();
  return null;
}

const answers = () =>
  answer('get', '/system/app-version', () => ok({ appVersion: '9.0.0', buildVersion: '9.0.0' }));

/** Kiosk that has just learned of another version. */
async function told(busy = false) {
  const queries = new QueryClient();
  const screenOf = (isBusy: boolean) => (
    <Providers queries={queries}>
      <NewVersion />
      {isBusy && <Busy />}
    </Providers>
  );
  const { rerender } = render(screenOf(busy));
  await act(async () => {
    queries.setQueryData(appVersionKey(), '9.0.0');
    await vi.advanceTimersByTimeAsync(10);
  });
  return { become: (isBusy: boolean) => rerender(screenOf(isBusy)) };
}

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
/** Requests take real time. */
const settled = (reloads: number) => eventually(() => expect(reload).toHaveBeenCalledTimes(reloads));

it('updates after a minute without input', async () => {
  answers();
  await told();
  await pass(minute - 100);
  fireEvent.pointerDown(document.body);
  await pass(minute - 100);
  fireEvent.keyDown(document.body, { key: '1' });
  await pass(minute - 100);
  expect(reload).not.toHaveBeenCalled();
  await pass(200);
  await settled(1);
});

it("doesn't update during a check, wash or payment", async () => {
  answers();
  const { become } = await told(true);
  await pass(10 * minute);
  expect(reload).not.toHaveBeenCalled();
  become(false);
  await pass(minute + 100);
  await settled(1);
});

it('stays if someone arrives during the check', async () => {
  let release = () => undefined as undefined;
  const asked = vi.fn();
  answer('get', '/system/app-version', async () => {
    asked();
    await new Promise<void>((resolve) => {
      release = () => void resolve();
    });
    return ok({ appVersion: '9.0.0', buildVersion: '9.0.0' });
  });
  await told();
  await pass(minute);
  await eventually(() => expect(asked).toHaveBeenCalledOnce());
  fireEvent.pointerDown(document.body);
  release();
  await pass(minute - 100);
  expect(reload).not.toHaveBeenCalled();
});

it("doesn't reload repeatedly if the server still has the old version", async () => {
  answers();
  await told();
  await pass(minute);
  await settled(1);
  await told();
  await pass(50 * minute);
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(12 * minute);
  await settled(2);
});
