import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import { answer, ok, refusal } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

const user = userEvent.setup();

beforeEach(async () => {
  setSession(tokens(Date.now() / 1000 + 3600));
  answerCustomer();
  answer('get', '/users/payment', () => refusal(404, 'not_found', 'Not found.'));
  answer('get', '/users/sessions', () => ok([]));
  await renderPage('/account');
});

const press = async (name: string) => {
  (await screen.findByRole('button', { name })).focus();
  await user.keyboard('{Enter}');
};

it('moves the focus to an opened form and back', async () => {
  await press('Edit');
  const first = await screen.findByLabelText('First name');
  await waitFor(() => expect(first).toHaveFocus());
  await press('Cancel');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus());
});

it('keeps the focus on a busy button', async () => {
  // A followed link would leave the site for the tests after this one.
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  let send = () => {};
  const prepared = new Promise<void>((resolve) => {
    send = resolve;
  });
  answer('get', '/users/export', async () => {
    await prepared;
    return new Response('zip');
  });
  await press('Export my data');
  const working = await screen.findByRole('button', { name: 'Exporting…' });
  expect(working).toHaveAttribute('aria-disabled', 'true');
  expect(working).toHaveFocus();
  send();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export my data' })).toHaveFocus());
  expect(save).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
