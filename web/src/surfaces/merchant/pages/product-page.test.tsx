import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { ProductPage } from './product-page';

function open(example: boolean) {
  answer('get', '/admin/locations', () => ok({ items: [], nextCursor: null, count: 0 }));
  answer('get', '/admin/products/{productId}', () =>
    ok({
      productId: 7,
      version: 1,
      archived: false,
      example,
      product: {
        productType: 'AppWash',
        name: 'Basic',
        price: 1000,
        value: 0,
        details: [],
        locations: [],
        logo: { image: '', imageIndex: 0, red: 0, green: 0, blue: 0, alpha: 1 },
      },
    }),
  );
  const router = createMemoryRouter([{ path: '/mmtpo/products/:id', Component: ProductPage }], {
    initialEntries: ['/mmtpo/products/7'],
  });
  render(
    <Providers queries={new QueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
}

it('shows what saving an example does', async () => {
  open(true);
  expect(await screen.findByText(/When you save it, it goes on sale/)).toBeVisible();
});

it('shows no such hint for a regular product', async () => {
  open(false);
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  expect(screen.queryByText(/This product is an example/)).toBeNull();
});
