import { i18n } from '@lingui/core';
import type { Location } from '@/shared/api/types';
import { site } from '@/shared/site/boot';
import { isAppleDevice } from './is-apple-device';

/** Link to the device's maps app: Apple Maps if available, otherwise Google Maps. */
export function directionsUrl({ latitude, longitude }: Location): string {
  const place = `${latitude},${longitude}`;
  return isAppleDevice()
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}

/** List to open after a location is chosen. */
export type Target = { path: string; label: string };

/** Paths of a surface's lists, by the value of `to`. */
export type Lists = { washes: string } & Record<string, string>;

/** Target of the page that sent the customer here (`to`, `label`); the wash list by default. */
export function targetOf(query: URLSearchParams, lists: Lists): Target {
  const to = query.get('to') ?? '';
  const path = Object.hasOwn(lists, to) ? lists[to] : undefined;
  const label = path && query.get('label');
  return { path: path ?? lists.washes, label: label || i18n._('Washes') };
}

export function listAt({ path }: Target, id: number): string {
  return `${path}?location=${id}${site().forceLocations ? '&forced=true' : ''}`;
}
