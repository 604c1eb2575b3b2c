import { QueryClient } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { DialogHost } from '@/shared/ui/dialog-host';
import { ExamplesNotice } from './examples-notice';

function open() {
  const element = (
    <>
      <ExamplesNotice />
      <DialogHost />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <Providers queries={new QueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
}

it('removes all examples after confirmation', async () => {
  let count = 8;
  const asked: (string | null)[] = [];
  answer('get', '/admin/products', (request) => {
    asked.push(new URL(request.url).searchParams.get('state'));
    return ok({ items: [], nextCursor: null, count });
  });
  answer('delete', '/admin/products/examples', () => {
    count = 0;
    return ok({ deleted: 8 });
  });
  open();
  expect(await screen.findByText(/products are examples/)).toBeVisible();
  expect(asked).toEqual(['example']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove all examples' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove all examples' }));
  await expect.poll(() => screen.queryByRole('heading', { name: 'Examples' })).toBeNull();
});

it('puts all examples on sale', async () => {
  let items = [{ productId: 3 }, { productId: 5 }];
  answer('get', '/admin/products', () =>
    ok({ items: items as never[], nextCursor: null, count: items.length }),
  );
  const sent: unknown[] = [];
  answer('post', '/admin/products/restore', async (request) => {
    sent.push(await request.json());
    items = [];
    return ok({ items: [] });
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Put all on sale' }));
  await expect.poll(() => screen.queryByRole('heading', { name: 'Examples' })).toBeNull();
  expect(sent).toEqual([{ ids: [3, 5] }]);
});
