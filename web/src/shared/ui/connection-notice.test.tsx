import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { ConnectionNotice } from './connection-notice';
import { DialogHost } from './dialog-host';

function go(state: 'online' | 'offline') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
  act(() => void dispatchEvent(new Event(state)));
}

function open() {
  render(
    <>
      <ConnectionNotice />
      <DialogHost />
    </>,
  );
}

const text = 'The Internet connection appears to be offline.';

// The first load takes longer.
beforeAll(async () => {
  await import('./message-dialog');
});
afterEach(() => vi.restoreAllMocks());

it('announces a lost connection once, then shows a banner', async () => {
  open();
  go('offline');
  expect(await screen.findByRole('alertdialog', { name: 'Connection Error' })).toHaveTextContent(text);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await eventually(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('status')).toHaveTextContent(text);
  go('online');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('removes the message when the connection returns', async () => {
  open();
  go('offline');
  await screen.findByRole('alertdialog', { name: 'Connection Error' });
  go('online');
  await eventually(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
