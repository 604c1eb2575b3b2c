import { i18n } from '@lingui/core';
import type { Location } from '@/shared/api/types';
import { site } from '@/shared/site/boot';
import { paths } from '@/shared/site/routes';

/** Opens the maps app of the device: Apple's where there is one, Google's elsewhere. */
export function directionsUrl({ latitude, longitude }: Location): string {
  const place = `${latitude},${longitude}`;
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return apple
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}

/** A list that a chosen location leads to. */
export type Target = { path: string; label: string };

const lists: Record<string, string> = {
  washes: paths.washes,
  bundles: paths.bundles,
  washClub: paths.washClub,
  giftCards: paths.giftCards,
};

/** Where the page that sent the customer here wants to go on (`to`, `label`); the washes when nobody did. */
export function targetOf(query: URLSearchParams): Target {
  const path = lists[query.get('to') ?? ''];
  const label = path && query.get('label');
  return { path: path ?? paths.washes, label: label || i18n._('Washes') };
}

export function listAt({ path }: Target, id: number): string {
  return `${path}?location=${id}${site().forceLocations ? '&forced=true' : ''}`;
}
