import { QueryClient } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { ProductPage } from './product-page';

/** Wash in the list of products. */
const washRecord = (productId: number, name: string, archived: boolean) => ({
  productId,
  version: 1,
  archived,
  example: false,
  deletable: true,
  product: { productType: 'AppWash' as const, name, price: 1000 },
});

function open(example: boolean, fields: object = {}) {
  answer('get', '/admin/products', () =>
    ok({
      items: [washRecord(101, 'Glow', false), washRecord(102, 'Rinse', true)],
      nextCursor: null,
      count: 2,
    }),
  );
  answer('get', '/admin/locations', () => ok({ items: [], nextCursor: null, count: 0 }));
  answer('get', '/admin/products/{productId}', () =>
    ok({
      productId: 7,
      version: 1,
      archived: false,
      example,
      deletable: false,
      product: {
        productType: 'AppWash',
        name: 'Basic',
        price: 1000,
        value: 0,
        details: [],
        locations: [],
        logo: { image: '', imageIndex: 0, red: 0, green: 0, blue: 0, alpha: 1 },
        ...fields,
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

it('lists the washes that a club can include', async () => {
  open(false, { productType: 'AppClub', signupPrice: 1000, washes: [101] });
  const group = await screen.findByRole('group', { name: 'Included washes' });
  expect(within(group).getByRole('checkbox', { name: 'Glow' })).toBeChecked();
  expect(within(group).queryByRole('checkbox', { name: 'Rinse' })).toBeNull();
});

it('shows no washes for a wash', async () => {
  open(false);
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Included washes' })).toBeNull();
});
