import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { locationsQuery } from '@/features/site/api/locations';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { ShopPills } from '../components/shop-pills';
import styles from '../components/shop-pills.module.css';
import { useLocationQuery } from '../components/use-location-query';
import { Washes } from '../components/washes';

export function ShopPage() {
  const [locationId, choose] = useLocationQuery();
  const locations = useQuery(locationsQuery());
  const label = site().shopItems.find((item) => item.tag === '_WASHES')?.label ?? i18n._('Washes');
  return (
    <Page title={i18n._('Shop - {label}', { label })}>
      <div className={styles.bar}>
        <ShopPills />
        <LocationFilter locations={locations.data ?? []} value={locationId} onChange={choose} />
      </div>
      <Washes locationId={locationId} level={2} />
    </Page>
  );
}
