import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PlainGround } from '@/features/catalog/components/plain-ground';
import { StreetsGround } from '@/features/catalog/components/streets-ground';
import { clampZoom, type MapView } from '@/features/catalog/model/map-view';
import { useMapView } from '@/features/catalog/model/use-map-view';
import { FormField } from '@/shared/forms/form-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { IconButton } from '@/shared/ui/icon-button';
import { parseDecimal } from '../components/decimal';
import { countryViews } from './country-views';
import type { TypedLocation } from './location-schema';
import styles from './pin-field.module.css';
import { useAddressPin } from './use-address';

const rounded = (degrees: number) => String(Math.round(degrees * 1e5) / 1e5);

/** The site's country, until the location has a place. */
function countryView(): MapView {
  const [latitude, longitude, zoom] = countryViews[site().country.toUpperCase()] ?? [20, 0, 2];
  return { center: { latitude, longitude }, zoom };
}

/** Coordinates: typed, or set by dragging the map below the pin. */
export function PinField({ form }: { form: AppForm<TypedLocation> }) {
  const { control, setValue } = form;
  const [isPlacedByHand, place] = useState(false);
  const { found } = useAddressPin(form, isPlacedByHand);
  const [latitude, longitude] = useWatch({ control, name: ['latitude', 'longitude'] });
  const isPlaced = latitude.trim() !== '' && longitude.trim() !== '';
  const country = countryView();
  const point = isPlaced
    ? { latitude: parseDecimal(latitude) ?? 0, longitude: parseDecimal(longitude) ?? 0 }
    : country.center;
  const { frame, size, view, look } = useMapView([point], isPlaced ? undefined : country);
  // The pin is fixed; the map moves so that the pin matches the input.
  const shown: MapView = { ...view, center: point };
  const move = (next: MapView) => {
    look(next);
    const write = { shouldDirty: true, shouldValidate: true };
    const [north, east] = [rounded(next.center.latitude), rounded(next.center.longitude)];
    // A map that only settles in place changes nothing.
    if (north === rounded(point.latitude) && east === rounded(point.longitude)) return;
    place(true);
    setValue('latitude', north, write);
    setValue('longitude', east, write);
  };
  const ground = { view: shown, size, onMove: move };
  const zoom = (steps: number) => look({ ...shown, zoom: clampZoom(shown.zoom + steps) });
  const degrees = { control, autoComplete: 'off', maxLength: 18 } as const;
  return (
    <div className={styles.field}>
      <section className={styles.map} aria-label={i18n._('Map')}>
        <div ref={frame} className={styles.frame}>
          <PlainGround {...ground} />
          <StreetsGround {...ground} />
          <span className={styles.pin} data-placed={isPlaced}>
            <Icon name="pin" size={36} />
          </span>
        </div>
        <div className={styles.bar}>
          <IconButton look="outlined" icon="minus" label={i18n._('Zoom out')} onClick={() => zoom(-1)} />
          <IconButton look="outlined" icon="plus" label={i18n._('Zoom in')} onClick={() => zoom(1)} />
          <p role="status">
            {found === false
              ? i18n._("We couldn't find this address. Drag the map until the pin is in the right place.")
              : i18n._('Drag the map until the pin is in the right place.')}
          </p>
        </div>
      </section>
      <div className={styles.pair}>
        <FormField {...degrees} name="latitude" label={i18n._('Latitude')} />
        <FormField {...degrees} name="longitude" label={i18n._('Longitude')} />
      </div>
    </div>
  );
}
