import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { ConnectionBar, ConnectionNotice } from './connection-notice';
import { DialogHost } from './dialog-host';

function go(state: 'online' | 'offline') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
  act(() => void dispatchEvent(new Event(state)));
}

function open(notice: ReactNode = <ConnectionNotice />) {
  render(
    <>
      {notice}
      <DialogHost />
    </>,
  );
}

const text = 'The Internet connection appears to be offline.';
const message = () => screen.queryByRole('alertdialog', { name: 'Connection Error' });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

// The first load takes longer.
beforeAll(async () => {
  await import('./message-dialog');
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('announces a lost connection once, then shows a banner', async () => {
  open();
  go('offline');
  expect(screen.getByRole('status')).toHaveTextContent(text);
  await pass(1_900);
  expect(message()).toBeNull();
  await pass(200);
  await eventually(() => expect(message()).toHaveTextContent(text));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await eventually(() => expect(message()).toBeNull());
  expect(screen.getByRole('status')).toHaveTextContent(text);
  go('online');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it("doesn't announce a short gap", async () => {
  open();
  go('offline');
  await pass(1_000);
  go('online');
  await pass(5_000);
  expect(message()).toBeNull();
});

it('removes the message when the connection returns', async () => {
  open();
  go('offline');
  await pass(2_100);
  await eventually(() => expect(message()).not.toBeNull());
  go('online');
  await eventually(() => expect(message()).toBeNull());
});

it('shows staff only a banner', async () => {
  open(<ConnectionBar />);
  go('offline');
  await pass(5_000);
  expect(message()).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent(text);
});
