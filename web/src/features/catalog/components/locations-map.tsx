import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { Location } from '@/shared/api/types';
import type { Point } from '@/shared/format/distance';
import { Icon } from '@/shared/ui/icon';
import { IconButton } from '@/shared/ui/icon-button';
import { Spinner } from '@/shared/ui/spinner';
import type { ShownMap } from '../model/use-map-view';
import styles from './locations-map.module.css';
import { MapMarkers } from './map-markers';
import { PlainGround } from './plain-ground';
import { StreetsGround } from './streets-ground';

type Props = {
  map: ShownMap;
  locations: readonly Location[];
  centered: number | null;
  here: Point | null;
  locating: boolean;
  onLocate: () => void;
};

/** Map of the locations. Street tiles cover the plain ground once they load, if the installation has any. */
export function LocationsMap({ map, locations, centered, here, locating, onLocate }: Props) {
  const { frame, size, view, look, zoomBy } = map;
  const ground = { view, size, onMove: look };
  return (
    <section className={styles.map} aria-label={i18n._('Map')}>
      <div ref={frame} className={styles.frame}>
        <PlainGround {...ground} />
        <StreetsGround {...ground} />
        <MapMarkers locations={locations} here={here} centered={centered} view={view} size={size} />
      </div>
      <div className={styles.bar}>
        <IconButton look="outlined" icon="minus" label={i18n._('Zoom out')} onClick={() => zoomBy(-1)} />
        <IconButton look="outlined" icon="plus" label={i18n._('Zoom in')} onClick={() => zoomBy(1)} />
        <Button
          variant="outlined"
          startIcon={<Icon name="locate" size={20} />}
          onClick={onLocate}
          loading={locating}
          loadingPosition="start"
          loadingIndicator={<Spinner />}
        >
          {i18n._('Your Location')}
        </Button>
      </div>
    </section>
  );
}
