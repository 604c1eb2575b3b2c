import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useOutletContext } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { Page } from '@/shared/ui/page';
import { usePageHandle } from '@/shared/ui/page-handle';
import { ShopPills } from '../components/shop-pills';
import { asksWhere } from '../model/enter-shop';
import { useLocationQuery } from '../model/location-query';
import { useMode } from '../model/mode';
import { appLabel, type ShopSection, sectionAt, shopLabel } from '../model/shop-sections';
import styles from './shop-layout.module.css';

type Shop = { section: ShopSection; locationId: number };

/** Context of the layout for its pages. */
export const useShop = () => useOutletContext<Shop>();

/** Shared layout of the shop pages: title, tabs and location picker. */
export function ShopLayout() {
  const [locationId, choose] = useLocationQuery();
  const { pathname } = useLocation();
  const locations = useQuery(locationsQuery());
  const phone = useMode() === 'mobile';
  const section = sectionAt(usePageHandle()?.name);
  const filter = (
    <LocationFilter
      locations={locations.data ?? []}
      value={locationId}
      onChange={choose}
      hideLabel={phone}
      required={asksWhere(section, pathname)}
    />
  );
  const page = <Outlet context={{ section, locationId } satisfies Shop} />;
  if (phone) {
    return (
      <Page title={appLabel(section)} aside={filter}>
        <div className={styles.pills}>
          <ShopPills current={section} />
        </div>
        {page}
      </Page>
    );
  }
  return (
    <Page title={i18n._('Shop - {label}', { label: shopLabel(section) })}>
      <div className={styles.bar}>
        <ShopPills current={section} />
        {filter}
      </div>
      {page}
    </Page>
  );
}
