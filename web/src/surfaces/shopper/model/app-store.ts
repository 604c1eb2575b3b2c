import type { SiteConfig } from '@/shared/site/config';

type Store = 'apple' | 'google';

/** What of a browser tells the device; an iPad calls itself a Mac, but no Mac has a touch screen. */
type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Whose store a device has its apps from. */
export function storeOf({ userAgent, maxTouchPoints }: Device): Store | null {
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'apple';
  if (/Macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'apple';
  return /Android/i.test(userAgent) ? 'google' : null;
}

/** Where a device finds the merchant's app, or null where there is none for it. */
export function appStoreFor(
  { has_app, appStore }: Pick<SiteConfig, 'has_app' | 'appStore'>,
  device: Device,
): { store: Store; link: string } | null {
  const store = storeOf(device);
  const link = store && appStore[store];
  return has_app && store && link ? { store, link } : null;
}
