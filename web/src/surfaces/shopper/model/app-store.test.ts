import { expect, it } from 'vitest';
import { appStoreFor } from './app-store';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15';
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';

const appStore = { apple: 'https://apps.example/ios', google: 'https://apps.example/android' };
const site = { has_app: true, appStore };

it.each([
  ['an iPhone', iphone, 5, { store: 'apple', link: appStore.apple }],
  ['an iPad, which calls itself a Mac', mac, 5, { store: 'apple', link: appStore.apple }],
  ['an Android phone', android, 5, { store: 'google', link: appStore.google }],
  ['a Mac', mac, 0, null],
  ['a PC with a touch screen', windows, 10, null],
])('finds the store of %s', (_, userAgent, maxTouchPoints, found) => {
  expect(appStoreFor(site, { userAgent, maxTouchPoints })).toEqual(found);
});

it('finds no store without an app for this device', () => {
  const device = { userAgent: iphone, maxTouchPoints: 5 };
  expect(appStoreFor({ ...site, has_app: false }, device)).toBeNull();
  expect(appStoreFor({ has_app: true, appStore: { ...appStore, apple: '' } }, device)).toBeNull();
});
