import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { currentCustomer } from '@/shared/api/session';
import { flag, stored } from '@/shared/lib/stored';
import { decideMode } from '@/shared/site/mode-state';
import { pushSettingsQuery, registerBrowser, removeBrowser } from '../api/push';

/** Interval after which a browser registers again, in milliseconds. */
const week = 7 * 24 * 3600 * 1000;

/** Customer's choice on this device; null if undecided. */
const choice = stored('push', flag);

/** Customer and time (milliseconds since 1970) of the last registration of this browser. */
type Registered = { customer: string; at: number };

const registered = stored('push-registered', (value): Registered | null => {
  const { customer, at } = (value ?? {}) as Record<string, unknown>;
  return typeof customer === 'string' && Number.isFinite(at) ? { customer, at: at as number } : null;
});

/**
 * `missing`: not supported, as on an iPhone outside its home screen. `blocked`: denied in the browser's
 * settings, where it must be changed.
 */
export type PushState = 'missing' | 'blocked' | 'off' | 'on';

export function canPush(): boolean {
  return 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator;
}

function state(): PushState {
  if (!canPush()) return 'missing';
  if (Notification.permission === 'denied') return 'blocked';
  const here = registered.read()?.customer === currentCustomer();
  return Notification.permission === 'granted' && here ? 'on' : 'off';
}

/** The browser's settings may have changed while the person was away. */
function follow(changed: () => void): () => void {
  const forget = registered.listen(changed);
  addEventListener('focus', changed);
  return () => {
    forget();
    removeEventListener('focus', changed);
  };
}

export function usePushState(): PushState {
  return useSyncExternalStore(follow, state);
}

async function pushManager(): Promise<PushManager> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('this page has no service worker');
  return (await navigator.serviceWorker.ready).pushManager;
}

function keyOf({ options }: PushSubscription): string | null {
  if (!options.applicationServerKey) return null;
  const key = btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey)));
  return key.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Subscribes this browser with the key, replacing a subscription for another key. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const manager = await pushManager();
  const old = await manager.getSubscription();
  if (old && keyOf(old) === applicationServerKey) return old;
  await old?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function register(queries: QueryClient) {
  const customer = currentCustomer();
  if (customer === null) return;
  const { applicationServerKey } = await queries.fetchQuery(pushSettingsQuery());
  await registerBrowser(await subscribe(applicationServerKey));
  registered.write({ customer, at: Date.now() });
}

/** Prompts for permission. Call it only on request. */
export async function turnOn(queries: QueryClient): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  choice.write(true);
  await register(queries);
}

export async function turnOff(): Promise<void> {
  choice.write(false);
  const subscription = await (await pushManager()).getSubscription();
  if (subscription) {
    await removeBrowser(subscription.endpoint);
    await subscription.unsubscribe();
  }
  registered.remove();
}

/**
 * Unsubscribes on logout. The server drops the browser with the session; if it can't be reached, unsubscribes
 * at the push service.
 */
export async function leavePush(): Promise<void> {
  if (registered.read() === null) return;
  registered.remove();
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function isDue(): boolean {
  const last = registered.read();
  return last?.customer !== currentCustomer() || Math.abs(Date.now() - last.at) >= week;
}

/**
 * Renews push without a prompt if the customer has allowed it: always on phones, elsewhere only if they
 * turned it on.
 */
export async function renewPush(queries: QueryClient): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return;
  const wanted = choice.read() ?? decideMode() === 'mobile';
  if (wanted && isDue()) await register(queries);
}
