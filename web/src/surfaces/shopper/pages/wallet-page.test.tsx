import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keepCopy, readCopy } from '@/features/wallet/model/wallet-copy';
import { clearSession, currentCustomer, setSession } from '@/shared/api/session';
import { answer, ok, server } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { walletItem } from '@/shared/testing/wallet-items';
import { answerCustomer, renderPage } from '../testing/render-page';

beforeEach(() => {
  setSession(tokens(Date.now() / 1000 + 3600));
  answerCustomer();
  answer('get', '/users/gifts/waiting', () => ok([]));
});

it('shows its offline copy with the time, and removes it at logout', async () => {
  const customer = currentCustomer() ?? '';
  await keepCopy(customer, [walletItem({ id: '7', name: 'Kept Glow', label: 'Kept Glow' })]);
  server.use(http.get('*/users/wallet', () => HttpResponse.error()));
  await renderPage('/wallet');
  expect(await screen.findByRole('link', { name: /Kept Glow/ })).toBeInTheDocument();
  expect(await screen.findByText(/^As of \d/)).toBeInTheDocument();
  clearSession();
  await waitFor(async () => expect(await readCopy(customer)).toBeNull());
});

it('stores the wallet for offline use', async () => {
  answer('get', '/users/wallet', () => ok([walletItem({ name: 'New Glow', label: 'New Glow' })]));
  await renderPage('/wallet');
  expect(await screen.findByRole('link', { name: /New Glow/ })).toBeInTheDocument();
  expect(screen.queryByText(/^As of/)).not.toBeInTheDocument();
  await waitFor(async () => expect((await readCopy(currentCustomer() ?? ''))?.items).toHaveLength(1));
});
