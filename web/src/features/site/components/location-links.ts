import type { Location } from '@/shared/api/types';
import { site } from '@/shared/site/boot';

/** Opens the maps app of the device: Apple's where there is one, Google's elsewhere. */
export function directionsUrl({ latitude, longitude }: Location): string {
  const place = `${latitude},${longitude}`;
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return apple
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}

export function washesAt(path: string, id: number): string {
  return `${path}?location=${id}${site().forceLocations ? '&forced=true' : ''}`;
}
