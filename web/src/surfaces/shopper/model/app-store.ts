import type { SiteConfig } from '@/shared/site/config';

type Store = 'apple' | 'google';

/** Browser properties that identify the device. iPads report as Macs, but no Mac has a touch screen. */
type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** App store of a device. */
export function storeOf({ userAgent, maxTouchPoints }: Device): Store | null {
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'apple';
  if (/Macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'apple';
  return /Android/i.test(userAgent) ? 'google' : null;
}

/** Link to the merchant's app in the store, or null. */
export function appStoreFor(
  { has_app, appStore }: Pick<SiteConfig, 'has_app' | 'appStore'>,
  device: Device,
): { store: Store; link: string } | null {
  const store = storeOf(device);
  const link = store && appStore[store];
  return has_app && store && link ? { store, link } : null;
}
