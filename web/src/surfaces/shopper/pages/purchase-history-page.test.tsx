import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import type { Purchase } from '@/shared/api/types';
import { purchase } from '@/shared/testing/purchases';
import { answer, ok, refusal } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

/** Newest first; every fifth was refunded. */
const many = Array.from({ length: 23 }, (_, index) =>
  purchase(
    {
      orderNumber: String(index + 1).padStart(6, '0'),
      purchaseDate: `2026-03-${String(28 - index).padStart(2, '0')}T10:00:00Z`,
      state: index % 5 === 0 ? 'refunded' : 'paid',
    },
    { name: index === 7 ? 'The Works' : 'Glow' },
  ),
);

function open(path: string, purchases: Purchase[] = many) {
  answer('get', '/users/purchases', () => ok(purchases));
  return renderPage(path);
}

const main = () => within(screen.getByRole('main'));
const shown = () =>
  main()
    .queryAllByText(/^Order \d/)
    .map((heading) => Number(heading.textContent?.slice(6)));
const said = (text: string) => main().findByText(text);

beforeEach(() => {
  setSession(tokens(Date.now() / 1000 + 3600));
  answerCustomer();
});

it('hides the search without purchases', async () => {
  await open('/purchaseHistory', []);
  expect(await screen.findByRole('heading', { name: 'No purchases yet' })).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

it('searches while typing, as one history entry', async () => {
  const { router } = await open('/purchaseHistory#mobile');
  expect(await said('1–10 of 23')).toHaveAttribute('role', 'status');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search purchases' }), 'works ');
  await waitFor(() => expect(shown()).toEqual([8]));
  expect(await said('1 result')).toHaveAttribute('role', 'status');
  expect(router.state.location).toMatchObject({ search: '?q=works', hash: '#mobile' });
  await router.navigate(-1);
  await waitFor(() => expect(shown()).toHaveLength(10));
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it("opens with the URL's filters and shows no results", async () => {
  const { router } = await open('/purchaseHistory?q=foam&state=refunded&sort=stolen');
  expect(await screen.findByRole('heading', { name: 'No results' })).toBeInTheDocument();
  expect(screen.getByRole('searchbox')).toHaveValue('foam');
  expect(screen.getByLabelText('Show')).toHaveValue('refunded');
  expect(screen.getByLabelText('Sort')).toHaveValue('newest');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(shown()).toHaveLength(10));
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it('paginates, moves the focus and resets with new filters', async () => {
  const { router } = await open('/purchaseHistory');
  await userEvent.click(await screen.findByRole('link', { name: 'Next' }));
  await waitFor(() => expect(shown()).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]));
  expect(await said('11–20 of 23')).toHaveAttribute('role', 'status');
  expect(await said('11–20 of 23')).toHaveFocus();
  expect(router.state.location.search).toBe('?page=2');
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Refunded');
  await waitFor(() => expect(shown()).toEqual([1, 6, 11, 16, 21]));
  expect(router.state.location.search).toBe('?state=refunded');
  await router.navigate(-1);
  await waitFor(() => expect(shown()).toHaveLength(10));
  expect(router.state.location.search).toBe('?page=2');
});

it('keeps data and shows an error if a refetch fails', async () => {
  const { queries } = await open('/purchaseHistory');
  await said('1–10 of 23');
  answer('get', '/users/purchases', () => refusal(404, 'not_found', 'Gone.'));
  await queries.refetchQueries({ type: 'active' });
  expect(await screen.findByText('This list may be out of date.')).toBeInTheDocument();
  expect(shown()).toHaveLength(10);
  answer('get', '/users/purchases', () => ok(many.slice(0, 2)));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shown()).toEqual([1, 2]));
  expect(screen.queryByText('This list may be out of date.')).not.toBeInTheDocument();
});
