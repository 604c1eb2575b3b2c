import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import { answer, ok } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { dismissToastsTo, useToasts } from '@/shared/ui/toasts';
import { offerPush } from './offer-push';
import { leavePush, renewPush, turnOff, turnOn, usePushState } from './push';

const applicationServerKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg';

const bytes = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('_', '/').replaceAll('-', '+')), (c) => c.charCodeAt(0));

/** Subscribing browser, with the requests the server received. */
let permission: NotificationPermission;
let asked: number;
let subscribed: string | null;
let registered: unknown[];
let removed: unknown[];

const subscription = () =>
  subscribed && {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: bytes(subscribed).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscribed = null;
      return true;
    },
  };

const pushManager = {
  getSubscription: async () => subscription(),
  subscribe: async (options: { applicationServerKey: string; userVisibleOnly: boolean }) => {
    expect(options.userVisibleOnly).toBe(true);
    subscribed = options.applicationServerKey;
    return subscription();
  },
};

beforeEach(() => {
  [permission, asked, subscribed, registered, removed] = ['default', 0, null, [], []];
  const requestPermission = async () => {
    asked += 1;
    return permission;
  };
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission,
  });
  vi.stubGlobal('PushManager', {});
  const registration = { pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  });
  setSession(tokens(Date.now() / 1000 + 3600));
  answer('get', '/users/push-settings', () => ok({ applicationServerKey, refused: [] }));
  answer('post', '/users/push-subscriptions', async (request) => {
    registered.push(await request.json());
    return ok(true);
  });
  answer('delete', '/users/push-subscriptions', async (request) => {
    removed.push(await request.json());
    return ok(true);
  });
});

// Restores the browser for other tests.
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const queries = () => new QueryClient();
const state = () => renderHook(() => usePushState()).result.current;

it('registers the browser when allowed and removes it when disabled', async () => {
  expect(state()).toBe('off');
  permission = 'granted';
  await turnOn(queries());
  expect(subscribed).toBe(applicationServerKey);
  expect(registered).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }]);
  expect(state()).toBe('on');
  await turnOff();
  expect(removed).toEqual([{ endpoint: 'https://push.example/1' }]);
  expect(subscribed).toBe(null);
  expect(state()).toBe('off');
  await renewPush(queries());
  expect(registered).toHaveLength(1);
});

it('accepts a denied permission', async () => {
  permission = 'denied';
  expect(state()).toBe('blocked');
  await turnOn(queries());
  expect(registered).toEqual([]);
});

it('renews after seven days and for another customer without asking', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await renewPush(queries());
  expect(registered).toHaveLength(0);
  permission = 'granted';
  await turnOn(queries());
  await renewPush(queries());
  vi.setSystemTime(Date.now() + 6.9 * 24 * 3600 * 1000);
  await renewPush(queries());
  expect(registered).toHaveLength(1);
  vi.setSystemTime(Date.now() + 0.2 * 24 * 3600 * 1000);
  await renewPush(queries());
  expect(registered).toHaveLength(2);
  setSession(tokens(Date.now() / 1000 + 3600, 'other', { sub: '18' }));
  expect(state()).toBe('off');
  await renewPush(queries());
  expect(registered).toHaveLength(3);
  expect(asked).toBe(1);
  vi.useRealTimers();
});

it('renews a subscription for another key', async () => {
  permission = 'granted';
  subscribed = 'BAnotherKeyOfAnotherSite';
  await turnOn(queries());
  expect(subscribed).toBe(applicationServerKey);
});

it('removes its subscription at logout', async () => {
  subscribed = applicationServerKey;
  await leavePush();
  expect(subscribed).toBe(applicationServerKey);
  permission = 'granted';
  await turnOn(queries());
  await leavePush();
  expect(subscribed).toBe(null);
  expect(state()).toBe('off');
});

it('is offered once after a purchase if not yet decided', () => {
  const all = renderHook(() => useToasts()).result;
  const offers = () => all.current.filter(({ action }) => action?.to === '/account');
  permission = 'denied';
  act(() => offerPush('/account'));
  expect(offers()).toEqual([]);
  permission = 'default';
  act(() => offerPush('/account'));
  expect(offers()).toHaveLength(1);
  act(() => dismissToastsTo('/account'));
  act(() => offerPush('/account'));
  expect(offers()).toEqual([]);
  expect(asked).toBe(0);
});
