import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { clampZoom, type MapView } from '@/features/catalog/model/map-view';
import type { WholeConfig } from '@/features/site/api/site-config';
import { isDecimalWithin, parseDecimal } from '../../components/decimal';

/** Initial map view as entered; blank for automatic. */
export type TypedView = { zoom: string; center: { lat: string; lng: string } };

export type TypedMaps = { google: string; apple: string; googleMap: TypedView };

const degrees = (most: number, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isDecimalWithin(text, -most, most), message),
  );

/** Least and greatest zoom of the maps. */
const [widest, closest] = [2, 18];

const missing = () => i18n._('Enter both coordinates, or neither.');

export const mapViewSchema = () =>
  v.pipe(
    v.object({
      zoom: v.pipe(
        v.string(),
        v.trim(),
        v.check(
          (text) => text === '' || isDecimalWithin(text, widest, closest),
          i18n._('Enter a number from {minimum} to {maximum}.', {
            minimum: String(widest),
            maximum: String(closest),
          }),
        ),
      ),
      center: v.object({
        lat: degrees(90, i18n._('Enter a latitude from -90 to 90.')),
        lng: degrees(180, i18n._('Enter a longitude from -180 to 180.')),
      }),
    }),
    v.forward(
      v.partialCheck([['center']], ({ center }) => center.lat !== '' || center.lng === '', missing()),
      ['center', 'lat'],
    ),
    v.forward(
      v.partialCheck([['center']], ({ center }) => center.lng !== '' || center.lat === '', missing()),
      ['center', 'lng'],
    ),
  );

const rounded = (number: number, digits: number) => String(Number(number.toFixed(digits)));

/** View as it would be entered. */
export function typedView({ center: { latitude, longitude }, zoom }: MapView): TypedView {
  return { zoom: rounded(zoom, 1), center: { lat: rounded(latitude, 5), lng: rounded(longitude, 5) } };
}

/** Saved view as it would be entered. A center of 0, 0 means none. */
export function typedOf({ zoom, center }: WholeConfig['googleMap']): TypedView {
  if (center.lat === 0 && center.lng === 0) return { zoom: '', center: { lat: '', lng: '' } };
  return { zoom: String(clampZoom(zoom)), center: { lat: String(center.lat), lng: String(center.lng) } };
}

const defaultZoom = 11;

/** Entered view as the config has it. */
export function viewOf({ zoom, center: { lat, lng } }: TypedView): WholeConfig['googleMap'] {
  return {
    zoom: parseDecimal(zoom) ?? defaultZoom,
    center: { lat: parseDecimal(lat) ?? 0, lng: parseDecimal(lng) ?? 0 },
  };
}

/** Entered view to show; null if it isn't valid or complete. */
export function shownView(typed: TypedView): MapView | null {
  const { lat, lng } = typed.center;
  if (!isDecimalWithin(lat, -90, 90) || !isDecimalWithin(lng, -180, 180)) return null;
  const { zoom, center } = viewOf(typed);
  return {
    center: { latitude: center.lat, longitude: center.lng },
    zoom: clampZoom(zoom),
  };
}
