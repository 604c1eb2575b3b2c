import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { locationsQuery } from '@/features/site/api/locations';
import { LocationCard } from '@/features/site/components/location-card';
import { targetOf } from '@/features/site/model/location-links';
import { usePosition } from '@/features/site/model/position';
import type { Location } from '@/shared/api/types';
import { byDistance, type Point } from '@/shared/format/distance';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { dealsWord } from '../model/enter-shop';
import { appPath, shopSections } from '../model/shop-sections';
import { addressOf, appAddressOf } from '../table';
import styles from './locations-page.module.css';

function title(count: number): string {
  if (count === 1) return i18n._('Visit us!');
  return i18n._('Visit any of our {count} locations!', { count });
}

function sorted(list: Location[], here: Point | null): { place: Location; miles?: number }[] {
  return here ? byDistance(list, here) : list.map((place) => ({ place }));
}

export function LocationsPage() {
  const here = usePosition();
  const locations = useQuery(locationsQuery());
  const [query] = useSearchParams();
  const lead = query.get('to')
    ? i18n._('Choose where you want to wash, and we show you what is on there.')
    : '';
  const lists = Object.fromEntries(shopSections.map((section) => [section.word, appPath(section)]));
  const deals = { [dealsWord]: addressOf('promoCode') };
  const target = targetOf(query, { washes: appAddressOf('washes'), ...lists, ...deals });
  const list = locations.data ?? [];
  return (
    <Page title={list.length > 0 ? title(list.length) : i18n._('Locations')} lead={lead}>
      <QueryView
        query={locations}
        skeleton={<Skeleton count={4} height={300} layout="grid" />}
        failed={i18n._('Unable to get Locations')}
        empty={
          <StateView
            icon="pin"
            title={i18n._('No locations yet')}
            text={i18n._('We are about to open. Look in again soon.')}
          />
        }
      >
        {(places) => (
          <ul className={styles.grid}>
            {sorted(places, here).map(({ place, miles }) => (
              <LocationCard key={place.id} location={place} target={target} miles={miles} />
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  );
}
