import type { Maps } from '@/shared/site/boot';
import type { OpenStreets } from './streets';

/** Street tile provider: lazily loaded code and its options. */
export type StreetSource = { load: () => Promise<{ openStreets: OpenStreets }>; key: string };

const loaders = {
  apple: () => import('./apple-map'),
  google: () => import('./google-map'),
  style: () => import('./tile-map'),
};

/** Providers available in the installation, the preferred one first: Apple Maps on Apple devices. */
export function streetSources(maps: Maps, onApple: boolean): StreetSource[] {
  const names = onApple ? (['apple', 'google', 'style'] as const) : (['google', 'style'] as const);
  return names.flatMap((name) => {
    const key = maps[name];
    return key ? [{ load: loaders[name], key }] : [];
  });
}
