import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { keys } from '@/shared/api/query-keys';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { ProductType } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';
import { importTable, type TableBrought } from '@/shared/office/import-table';
import { saveOnce } from '@/shared/office/save-once';

type Schemas = components['schemas'];
export type ProductEntry = Schemas['ProductEntry'];
export type ProductRecord = Schemas['ProductRecord'];
export type ProductPage = Schemas['ProductPage'];

/** Product filters; absent fields don't filter. */
export type ProductsAsked = {
  q?: string;
  productType?: ProductType;
  state?: 'onSale' | 'coming' | 'over' | 'soldOut' | 'example' | 'archived';
  archived?: boolean;
  locationId?: number;
  sort?: 'shop' | 'name' | 'cheapest' | 'dearest' | 'newest';
};

export const adminProductsQuery = (asked: ProductsAsked & { limit: number; cursor?: string }) =>
  queryOptions({
    queryKey: staffKeys.products(asked),
    queryFn: async ({ signal }): Promise<ProductPage> => {
      const { data, error, response } = await parallel.GET('/api/v1/admin/products', {
        params: { query: asked },
        signal,
      });
      return openEnvelope<ProductPage>(data ?? error, response);
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Always fetched, so that an edit doesn't start with outdated data. */
export const adminProductQuery = (productId: number) =>
  queryOptions({
    queryKey: staffKeys.product(productId),
    queryFn: ({ signal }): Promise<ProductRecord> =>
      unwrap(parallel.GET('/api/v1/admin/products/{productId}', { params: { path: { productId } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** Exports all pages of the filtered list as CSV. */
export async function downloadProducts(asked: ProductsAsked): Promise<string> {
  const { data, error, response } = await parallel.GET('/api/v1/admin/products', {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  // Errors still come in an envelope.
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

/** Refetches the back office's lists and the shop data in this tab. */
function catalogueChanged(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKeys.products() }),
    client.invalidateQueries({ queryKey: keys.products() }),
  ]);
}

const press = pressKey('new-product');

type Saved = {
  /** The product when the form opened; null for a new one. */
  before: ProductRecord | null;
  product: ProductEntry;
};

/** Adds or updates a product. */
export const saveProduct = mutationOptions({
  mutationFn: ({ before, product }: Saved): Promise<ProductRecord> => {
    if (!before) {
      return sendOnce(press, product, (key) =>
        unwrap(
          serial.POST('/api/v1/admin/products', {
            body: product,
            params: { header: { 'Idempotency-Key': key } },
          }),
        ),
      );
    }
    const { productId, version } = before;
    const params = { path: { productId } };
    const body = { version, stockSeen: before.product.stock ?? null, product };
    return saveOnce(() => unwrap(serial.PUT('/api/v1/admin/products/{productId}', { params, body })), {
      newest: () => unwrap(parallel.GET('/api/v1/admin/products/{productId}', { params })),
      sent: (now) => [now.product, product],
    });
  },
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Archives products, or puts them on sale. */
export const archiveProducts = mutationOptions({
  mutationFn: ({ ids, archived }: { ids: number[]; archived: boolean }) =>
    archived
      ? unwrap(serial.POST('/api/v1/admin/products/archive', { body: { ids } }))
      : unwrap(serial.POST('/api/v1/admin/products/restore', { body: { ids } })),
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Number of examples of a template that staff haven't decided about. */
export const exampleCountQuery = () =>
  queryOptions({ ...adminProductsQuery({ state: 'example', limit: 1 }), select: ({ count }) => count });

/** Deletes an example of a template, or all of them. */
export const deleteExamples = mutationOptions({
  mutationFn: (productId: number | undefined) =>
    unwrap(
      serial.DELETE('/api/v1/admin/products/examples', {
        params: { query: productId === undefined ? {} : { productId } },
      }),
    ),
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Puts all examples of a template on sale. */
export const sellExamples = mutationOptions({
  mutationFn: async () => {
    const query = { state: 'example', limit: 200 } as const;
    const { data, error, response } = await parallel.GET('/api/v1/admin/products', { params: { query } });
    const { items } = openEnvelope<ProductPage>(data ?? error, response);
    const ids = items.map(({ productId }) => productId);
    return ids.length > 0 && unwrap(serial.POST('/api/v1/admin/products/restore', { body: { ids } }));
  },
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Deletes a product that was never sold. */
export const deleteProduct = mutationOptions({
  mutationFn: (productId: number) =>
    unwrap(serial.DELETE('/api/v1/admin/products/{productId}', { params: { path: { productId } } })),
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Moves a product before another one with the same price. */
export const moveProduct = mutationOptions({
  mutationFn: (body: Schemas['Place']) => unwrap(serial.PUT('/api/v1/admin/products/order', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Imports products from CSV, or does a dry run. */
export const importProducts = mutationOptions({
  mutationFn: (brought: TableBrought) => importTable('products', brought),
  onSettled: (_done, _error, { dryRun }, _before, { client }) =>
    dryRun ? undefined : catalogueChanged(client),
});
