import { i18n } from '@lingui/core';
import { useEffect, useState } from 'react';
import { LocationCard } from '@/features/catalog/components/location-card';
import { LocationsMap } from '@/features/catalog/components/locations-map';
import { startNear, useLocationChoice } from '@/features/catalog/model/location-choice';
import type { Target } from '@/features/catalog/model/location-links';
import { locationAt, sortedFrom } from '@/features/catalog/model/nearest';
import { locate, locateIfAllowed, type Position, usePosition } from '@/features/catalog/model/position';
import { useMapView } from '@/features/catalog/model/use-map-view';
import type { Location } from '@/shared/api/types';
import styles from './locations.module.css';

function told(state: Position['state'], count: number): string {
  switch (state) {
    case 'known':
      return count > 1 ? i18n._('Nearest first') : '';
    case 'refused':
      return i18n._("Location access is off. Allow it in your browser's settings or choose from the list.");
    case 'unknown':
      return i18n._("We couldn't find your location. Choose one from the list.");
    default:
      return '';
  }
}

/** Map and list of locations: selecting one in the list centers it on the map. */
export function Locations({ locations, target }: { locations: Location[]; target: Target }) {
  const { point: here, state } = usePosition();
  const [chosen] = useLocationChoice();
  const [centered, setCentered] = useState<number | null>(null);
  const map = useMapView(locations);
  const places = sortedFrom(here, locations);
  useEffect(() => {
    void locateIfAllowed();
  }, []);
  const findMe = async () => {
    const point = await locate();
    if (!point) return;
    const at = locationAt(point, locations);
    if (at) startNear(at.id);
    setCentered(null);
    map.centerBetween(point, sortedFrom(point, locations)[0]?.place);
  };
  const center = (location: Location) => {
    setCentered(location.id);
    map.centerOn(location);
    map.element()?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  };
  return (
    <div className={styles.columns}>
      <div className={styles.map}>
        <LocationsMap
          map={map}
          locations={locations}
          centered={centered}
          here={here}
          locating={state === 'asking'}
          onLocate={findMe}
        />
        <p role="status" className={styles.told}>
          {told(state, locations.length)}
        </p>
      </div>
      <ul className={styles.list}>
        {places.map(({ place, miles }) => (
          <LocationCard
            key={place.id}
            location={place}
            all={locations}
            target={target}
            miles={miles}
            chosen={place.id === chosen}
            onCenter={() => center(place)}
          />
        ))}
      </ul>
    </div>
  );
}
