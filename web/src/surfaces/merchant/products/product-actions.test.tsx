import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { ProductRecord } from '@/features/catalog/api/admin-products';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { ToastHost } from '@/shared/ui/toast-host';
import { ProductActions } from './product-actions';

const record = {
  productId: 3,
  version: 1,
  archived: false,
  example: true,
  deletable: false,
  product: { productType: 'AppWash', name: 'Basic', price: 1000 },
} as ProductRecord;

const show = (shown: ProductRecord) => {
  const element = (
    <>
      <ProductActions record={shown} neighbours={{ above: undefined, below: undefined }} />
      <ToastHost />
    </>
  );
  render(
    <Providers queries={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </Providers>,
  );
};

it.each([
  ['deletes', false, true, ['Archive', 'Delete']],
  ['only archives', false, false, ['Archive']],
  ['unarchives and deletes', true, true, ['Unarchive', 'Delete']],
  ['only unarchives', true, false, ['Unarchive']],
] as const)('%s as the server allows', (_does, archived, deletable, offered) => {
  show({ ...record, example: false, archived, deletable });
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names.filter((name) => /archive|delete/i.test(name))).toEqual(offered);
});

it("doesn't claim to have removed an example that went on sale meanwhile", async () => {
  answer('delete', '/admin/products/examples', () => ok({ deleted: 0 }));
  show(record);
  await userEvent.click(screen.getByRole('button', { name: 'Remove: Basic' }));
  expect(await screen.findByText('Basic is no longer an example')).toBeVisible();
});
