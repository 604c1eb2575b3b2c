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
  product: { productType: 'AppWash', name: 'Basic', price: 1000 },
} as ProductRecord;

it("doesn't claim to have removed an example that went on sale meanwhile", async () => {
  answer('delete', '/admin/products/examples', () => ok({ deleted: 0 }));
  const element = (
    <>
      <ProductActions record={record} neighbours={{ above: undefined, below: undefined }} />
      <ToastHost />
    </>
  );
  render(
    <Providers queries={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </Providers>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove: Basic' }));
  expect(await screen.findByText('Basic is no longer an example')).toBeVisible();
});
