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
  state?: 'onSale' | 'coming' | 'over' | 'soldOut' | 'archived';
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

/** One of them, as it is now: who edits it must not begin with what was. */
export const adminProductQuery = (productId: number) =>
  queryOptions({
    queryKey: staffKeys.product(productId),
    queryFn: ({ signal }): Promise<ProductRecord> =>
      unwrap(parallel.GET('/api/v1/admin/products/{productId}', { params: { path: { productId } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** The list that is shown, all pages of it, as a table for spreadsheets. */
export async function downloadProducts(asked: ProductsAsked): Promise<string> {
  const { data, error, response } = await parallel.GET('/api/v1/admin/products', {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  // A refusal comes in an envelope all the same.
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

/** The lists of the back office, and what the shop shows in this tab. */
function catalogueChanged(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKeys.products() }),
    client.invalidateQueries({ queryKey: keys.products() }),
  ]);
}

const press = pressKey('new-product');

type Saved = {
  /** That is changed, as it was when the form opened; null: it is a new one. */
  before: ProductRecord | null;
  product: ProductEntry;
};

/** Adds a product, or changes one. */
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

/** Takes products out of the shop, or puts them back. */
export const archiveProducts = mutationOptions({
  mutationFn: ({ ids, archived }: { ids: number[]; archived: boolean }) =>
    archived
      ? unwrap(serial.POST('/api/v1/admin/products/archive', { body: { ids } }))
      : unwrap(serial.POST('/api/v1/admin/products/restore', { body: { ids } })),
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Puts one before another of the same price. */
export const moveProduct = mutationOptions({
  mutationFn: (body: Schemas['Place']) => unwrap(serial.PUT('/api/v1/admin/products/order', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => catalogueChanged(client),
});

/** Brings a table of products, or only says what would come of it. */
export const importProducts = mutationOptions({
  mutationFn: (brought: TableBrought) => importTable('products', brought),
  onSettled: (_done, _error, { dryRun }, _before, { client }) =>
    dryRun ? undefined : catalogueChanged(client),
});
