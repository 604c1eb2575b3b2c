import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { locationsQuery } from '@/features/site/api/locations';
import { site } from '@/shared/site/boot';
import { paths } from '@/shared/site/routes';
import { Page } from '@/shared/ui/page';
import { useArrivalMode, useMode } from '../model/mode';
import styles from './shop-frame.module.css';
import { ShopPills } from './shop-pills';
import { appLabel, isAppPath, type ShopSection, shopLabel } from './shop-sections';
import { useLocationQuery } from './use-location-query';

type Props = { section: ShopSection; children: (locationId: number) => ReactNode };

/** What the parts of the shop have in common: title, pills, locations, and the question where. */
export function ShopFrame({ section, children }: Props) {
  const [locationId, choose] = useLocationQuery();
  const { pathname } = useLocation();
  const locations = useQuery(locationsQuery());
  const phone = useMode() === 'mobile';
  const cameByPhone = useArrivalMode() === 'mobile';
  const label = phone ? appLabel(section) : shopLabel(section);
  const asksWhere = Boolean(section.forced) && site().forceLocations && (cameByPhone || isAppPath(pathname));
  // All of them is no place to wash at, and neither is one that there is not.
  const somewhere = locations.data?.some(({ id }) => id === locationId) ?? locationId !== 0;
  if (asksWhere && !somewhere) {
    const search = new URLSearchParams({ to: section.forced ?? '', label: appLabel(section) });
    return <Navigate to={`${paths.findUs}?${search}`} replace />;
  }
  const filter = (
    <LocationFilter
      locations={locations.data ?? []}
      value={locationId}
      onChange={choose}
      hideLabel={phone}
      required={asksWhere}
    />
  );
  if (phone) {
    return (
      <Page title={label} aside={filter}>
        <div className={styles.pills}>
          <ShopPills current={section} />
        </div>
        {children(locationId)}
      </Page>
    );
  }
  return (
    <Page title={i18n._('Shop - {label}', { label })}>
      <div className={styles.bar}>
        <ShopPills current={section} />
        {filter}
      </div>
      {children(locationId)}
    </Page>
  );
}
