import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useWatch } from 'react-hook-form';
import { PlainGround } from '@/features/catalog/components/plain-ground';
import { StreetsGround } from '@/features/catalog/components/streets-ground';
import { clampZoom, fitted, type MapView, toPixel } from '@/features/catalog/model/map-view';
import { useMapView } from '@/features/catalog/model/use-map-view';
import type { Point } from '@/shared/format/distance';
import { FormField } from '@/shared/forms/form-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { Icon } from '@/shared/ui/icon';
import { IconButton } from '@/shared/ui/icon-button';
import { shownView, type TypedMaps, type TypedView, typedView } from './map-view';
import styles from './map-view-field.module.css';

/** Margin around locations, in pixels. */
const margin = 56;

const world: MapView = { center: { latitude: 0, longitude: 0 }, zoom: 2 };

type Props = { form: AppForm<TypedMaps>; locations: (Point & { id: number })[] };

/** Initial map view: entered, or set by moving the map. Blank, it shows all locations. */
export function MapViewField({ form, locations }: Props) {
  const { control, setValue } = form;
  const typed = useWatch({ control, name: 'googleMap' });
  const { frame, size } = useMapView(locations);
  const view = shownView(typed) ?? (locations.length > 0 ? fitted(locations, size, margin) : world);
  const write = (next: TypedView) =>
    setValue('googleMap', next, { shouldDirty: true, shouldValidate: true, shouldTouch: true });
  const move = (next: MapView) => {
    // A map that only settles in place changes nothing.
    if (JSON.stringify(typedView(next)) !== JSON.stringify(typedView(view))) write(typedView(next));
  };
  const ground = { view, size, onMove: move };
  const zoom = (steps: number) => move({ ...view, zoom: clampZoom(view.zoom + steps) });
  const number = { control, autoComplete: 'off', inputMode: 'text', maxLength: 18, optional: true } as const;
  return (
    <div className={styles.field}>
      <section className={styles.map} aria-label={i18n._('Map')}>
        <div ref={frame} className={styles.frame}>
          <PlainGround {...ground} />
          <StreetsGround {...ground} />
          {locations.map((location) => {
            const { x, y } = toPixel(location, view, size);
            return (
              <span key={location.id} className={styles.pin} style={{ left: x, top: y }}>
                <Icon name="pin" size={28} />
              </span>
            );
          })}
        </div>
        <div className={styles.bar}>
          <IconButton look="outlined" icon="minus" label={i18n._('Zoom out')} onClick={() => zoom(-1)} />
          <IconButton look="outlined" icon="plus" label={i18n._('Zoom in')} onClick={() => zoom(1)} />
          <Button onClick={() => write({ zoom: '', center: { lat: '', lng: '' } })}>
            {i18n._('Fit all locations')}
          </Button>
        </div>
      </section>
      <div className={styles.pair}>
        <FormField {...number} name="googleMap.center.lat" label={i18n._('Latitude')} />
        <FormField {...number} name="googleMap.center.lng" label={i18n._('Longitude')} />
        <FormField
          {...number}
          name="googleMap.zoom"
          label={i18n._('Zoom')}
          help={i18n._('From 2 (world) to 18 (street)')}
        />
      </div>
    </div>
  );
}
