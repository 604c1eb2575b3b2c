import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { targetOf } from '@/features/catalog/model/location-links';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { Locations } from '../components/locations';
import { dealsWord } from '../model/enter-shop';
import { appPath, shopSections } from '../model/shop-sections';
import { addressOf, appAddressOf } from '../table';

function title(count: number): string {
  if (count === 1) return i18n._('Visit us!');
  return i18n._('Visit any of our {count} locations!', { count });
}

export function LocationsPage() {
  const locations = useQuery(locationsQuery());
  const [query] = useSearchParams();
  const lead = query.get('to') ? i18n._('Choose a location to see what it offers.') : '';
  const lists = Object.fromEntries(shopSections.map((section) => [section.word, appPath(section)]));
  const deals = { [dealsWord]: addressOf('promoCode') };
  const target = targetOf(query, { washes: appAddressOf('washes'), ...lists, ...deals });
  const list = locations.data ?? [];
  return (
    <Page title={list.length > 0 ? title(list.length) : i18n._('Locations')} lead={lead}>
      <QueryView
        query={locations}
        skeleton={<Skeleton count={3} height={320} />}
        failed={i18n._("Couldn't load locations")}
        empty={
          <StateView
            icon="pin"
            title={i18n._('No locations yet')}
            text={i18n._("We're opening soon. Check back later.")}
          />
        }
      >
        {(places) => <Locations locations={places} target={target} />}
      </QueryView>
    </Page>
  );
}
