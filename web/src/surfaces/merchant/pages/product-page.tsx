import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminLocationsQuery } from '@/features/catalog/api/admin-locations';
import {
  adminProductQuery,
  adminProductsQuery,
  type ProductRecord,
} from '@/features/catalog/api/admin-products';
import { BackLink } from '@/shared/office/back-link';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { ExampleHint } from '../products/examples-notice';
import { ProductEditor } from '../products/product-editor';
import { emptyProduct, typedProduct } from '../products/product-schema';
import { addressOf } from '../table';
import { RecordPage, useAskedRecord } from './record-page';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

type EditorProps = { record: ProductRecord | null; copy: boolean };

/** The form keeps the product from when it opened. Later changes are another version. */
function Editor({ record, copy }: EditorProps) {
  const [first] = useState(record);
  const locations = useQuery(adminLocationsQuery({ limit: 200 }));
  const washes = useQuery(adminProductsQuery({ productType: 'AppWash', limit: 200 }));
  const typed = first ? typedProduct(first, site().timeZone) : emptyProduct;
  // A copy needs its own name and dates.
  const values = copy ? { ...typed, name: '', onSaleFrom: '', onSaleUntil: '' } : typed;
  return (
    <QueryView
      query={locations}
      skeleton={<Skeleton count={3} height={240} />}
      failed={i18n._("Couldn't load locations")}
    >
      {({ items }) => (
        <QueryView
          query={washes}
          skeleton={<Skeleton count={3} height={240} />}
          failed={i18n._("Couldn't load products")}
        >
          {(washList) => (
            <>
              {first?.example && !copy && <ExampleHint />}
              <ProductEditor
                before={copy ? null : first}
                values={values}
                places={items
                  .filter(({ locationId, archived }) => !archived || values.locations.includes(locationId))
                  .map(({ locationId, location }) => ({ id: locationId, label: location.name }))}
                washes={washList.items
                  .filter(({ productId, archived }) => !archived || values.washes.includes(productId))
                  .map(({ productId, product }) => ({ id: productId, label: product.name }))}
                list={addressOf('products')}
              />
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

function Existing({ id, copy }: { id: number; copy: boolean }) {
  return (
    <RecordPage
      query={adminProductQuery(id)}
      titleOf={(record) => (copy ? i18n._('Add product') : (record?.product.name ?? i18n._('Product')))}
      failed={i18n._("Couldn't load product")}
    >
      {(record) => <Editor key={record.productId} record={record} copy={copy} />}
    </RecordPage>
  );
}

/** Existing product, copy, or new product. */
export function ProductPage() {
  const asked = useAskedRecord();
  if (!asked) return <NotFoundPage />;
  const { id, copy } = asked;
  return (
    <>
      <BackLink to={addressOf('products')} label={i18n._('Products')} width="narrow" />
      {id === 'new' ? (
        <Page title={i18n._('Add product')} width="narrow">
          <Editor record={null} copy={false} />
        </Page>
      ) : (
        <Existing key={id} id={id} copy={copy} />
      )}
    </>
  );
}
