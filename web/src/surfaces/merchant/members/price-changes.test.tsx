import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { DialogHost } from '@/shared/ui/dialog-host';
import { sayMore } from '../catalogue';
import { PriceChanges } from './price-changes';

const first = { productId: 301, club: 'Works Club', from: '2027-02-01', monthlyPrice: 3500, members: 12 };
const second = { ...first, from: '2027-06-01', monthlyPrice: 4000 };

beforeEach(sayMore);

function open() {
  const element = (
    <>
      <PriceChanges />
      <DialogHost />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <Providers queries={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </Providers>,
  );
}

it('lists each scheduled price change and withdraws the selected one', async () => {
  let left = [first, second];
  let asked = '';
  answer('get', '/admin/clubs/prices', () => ok(left));
  answer('delete', '/admin/clubs/prices', (request) => {
    asked = new URL(request.url).search;
    left = [second];
    return ok(true);
  });
  open();
  expect(await screen.findByText('$35.00')).toBeTruthy();
  expect(screen.getByText('$40.00')).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Withdraw price change: Works Club, Feb 1, 2027' }));
  await user.click(await screen.findByRole('button', { name: 'Withdraw change' }));
  await waitFor(() => expect(screen.queryByText('$35.00')).toBeNull());
  expect(asked).toBe('?productId=301&from=2027-02-01');
  expect(screen.getByText('$40.00')).toBeTruthy();
});
