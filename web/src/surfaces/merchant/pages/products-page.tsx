import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminProductsQuery, downloadProducts, importProducts } from '@/features/catalog/api/admin-products';
import { locationsQuery } from '@/features/catalog/api/locations';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import styles from '@/shared/office/page-acts.module.css';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { ArchiveTabs } from '../components/archive-tabs';
import { DownloadButton } from '../components/download-button';
import { ImportButton } from '../components/import-button';
import { ExamplesNotice } from '../products/examples-notice';
import { ProductControls } from '../products/product-controls';
import { askedOf, isNarrowed, productFields } from '../products/product-filters';
import { ProductTable } from '../products/product-table';
import { useMay } from '../roles';
import { addressOf } from '../table';
import { SavedViews } from '../views/saved-views';

const size = 50;

/** Current and archived products of the site. */
export function ProductsPage() {
  const may = useMay()('changeProducts');
  const list = useList(productFields);
  const { state, to } = list;
  const archived = state.state === 'archived';
  const clear = () =>
    list.change({ q: '', type: 'all', location: 0, state: archived ? 'archived' : 'all', at: '' });
  const asked = askedOf(state);
  const cursor = cursorOf(state.at);
  const query = useQuery(adminProductsQuery({ ...asked, limit: size, ...(cursor && { cursor }) }));
  const { data: locations = [] } = useQuery(locationsQuery());
  const create = may && (
    <Button component={Link} to={`${addressOf('products')}/new`} variant="contained">
      {i18n._('Add product')}
    </Button>
  );
  return (
    <Page
      aside={
        query.data &&
        may && (
          <div className={styles.acts}>
            <DownloadButton
              list="products"
              count={query.data.count}
              fetchTable={() => downloadProducts(asked)}
            />
            <ImportButton
              title={i18n._('Import products')}
              hint={i18n._(
                "Export the list as CSV, edit it, then import it. Rows without a productId create products. Missing columns aren't changed.",
              )}
              bring={importProducts}
            />
            {create}
          </div>
        )
      }
    >
      {may && <ExamplesNotice />}
      <ArchiveTabs
        label={i18n._('Products')}
        tabs={[
          {
            label: i18n._({ id: 'products|Active', message: 'Active' }),
            to: to({ state: 'all', at: '' }),
            current: !archived,
          },
          {
            label: i18n._({ id: 'products|Archived', message: 'Archived' }),
            to: to({ state: 'archived', at: '' }),
            current: archived,
          },
        ]}
      />
      <ListView
        query={query}
        list={{ narrowed: isNarrowed(state), clear }}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <>
            <ProductControls list={list} locations={locations} />
            <SavedViews list="products" />
          </>
        )}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._("Couldn't load products")}
        empty={
          archived ? (
            <StateView icon="bag" title={i18n._('No archived products')} />
          ) : (
            <StateView
              icon="bag"
              title={i18n._('No products yet')}
              text={i18n._('Products you add appear in your shop right away.')}
            >
              {create}
            </StateView>
          )
        }
      >
        {(products) => <ProductTable products={products} may={may} asInShop={state.sort === 'shop'} />}
      </ListView>
    </Page>
  );
}
