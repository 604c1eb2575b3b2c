import { i18n } from '@lingui/core';
import type { CSSProperties } from 'react';
import type { Location } from '@/shared/api/types';
import type { Point } from '@/shared/format/distance';
import { placeNames } from '@/shared/format/place-names';
import { Icon } from '@/shared/ui/icon';
import { freeLabels } from '../model/map-labels';
import { isInside, type MapView, type Pixel, type Size, toPixel } from '../model/map-view';
import { showDirections } from '../model/show-directions';
import styles from './map-markers.module.css';

const position = ({ x, y }: Pixel): CSSProperties => ({ translate: `${x}px ${y}px` });

type Props = {
  locations: readonly Location[];
  here: Point | null;
  /** Location in the center of the map. */
  centered: number | null;
  view: MapView;
  size: Size;
};

/** Number of pins above which they are small. */
const many = 6;

/** Markers on a map, with any ground: the locations and the customer's position. */
export function MapMarkers({ locations, here, centered, view, size }: Props) {
  const shown = locations
    .map((place) => ({ place, name: placeNames(place, locations).title, at: toPixel(place, view, size) }))
    .filter(({ at }) => isInside(at, size))
    // Labels are placed in this order.
    .sort((a, b) => Number(b.place.id === centered) - Number(a.place.id === centered));
  const labelled = freeLabels(shown);
  return (
    <>
      {here && (
        <div className={styles.here} style={position(toPixel(here, view, size))}>
          <span className="visually-hidden">{i18n._('Your Location')}</span>
        </div>
      )}
      <ul className={styles.markers} data-small={locations.length > many} aria-label={i18n._('Locations')}>
        {shown.map(({ place, name, at }, index) => (
          <li
            key={place.id}
            className={styles.marker}
            data-centered={place.id === centered}
            style={position(at)}
          >
            <button
              type="button"
              className={styles.pin}
              aria-haspopup="dialog"
              aria-label={place.name}
              title={place.name}
              onClick={() => showDirections(place)}
            >
              <Icon name="car" size={20} />
            </button>
            {labelled[index] && (
              <span className={styles.label} aria-hidden="true">
                {name}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
