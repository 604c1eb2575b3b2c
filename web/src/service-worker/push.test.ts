import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellOfPushes } from './push';

type Handler = (event: object) => void;
const handlers = new Map<string, Handler>();
const shown: [string, NotificationOptions][] = [];
const opened: string[] = [];
let pages: object[] = [];

beforeEach(() => {
  handlers.clear();
  [shown.length, opened.length, pages] = [0, 0, []];
  vi.stubGlobal('self', {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    location: { origin: 'https://sparkle.example' },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push([title, options]),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: URL) => void opened.push(url.href),
    },
  });
  tellOfPushes();
});

afterEach(() => void vi.unstubAllGlobals());

async function dispatch(name: string, event: object) {
  const work: Promise<unknown>[] = [];
  handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}

const navigate = 'https://sparkle.example/wallet';
const message = {
  web_push: 8030,
  notification: { title: 'A Gift For You', body: 'Look.', lang: 'en', navigate, tag: 'n1' },
};
const push = (json: () => unknown) => dispatch('push', { data: { json } });

it("shows a notification if the shop isn't visible", async () => {
  pages = [{ visibilityState: 'hidden', postMessage: () => expect.fail('nobody looks') }];
  await push(() => message);
  expect(shown).toEqual([
    [
      'A Gift For You',
      { body: 'Look.', lang: 'en', tag: 'n1', icon: '/icons/icon-192.png', data: { navigate } },
    ],
  ]);
});

it('shows the message in a visible shop', async () => {
  const told: object[] = [];
  pages = [{ visibilityState: 'visible', postMessage: (data: object) => told.push(data) }];
  await push(() => message);
  expect(told).toEqual([{ type: 'PUSH', title: 'A Gift For You', body: 'Look.' }]);
  expect(shown).toEqual([]);
});

it('ignores unreadable messages', async () => {
  await push(() => JSON.parse('no JSON'));
  await push(() => ({}));
  await dispatch('push', { data: null });
  expect(shown).toEqual([]);
});

it('opens its page in the open window, on this site only', async () => {
  const press = (address: unknown) =>
    dispatch('notificationclick', { notification: { close: () => undefined, data: { navigate: address } } });
  await press(navigate);
  expect(opened).toEqual([navigate]);
  const led: string[] = [];
  pages = [{ focus: async () => undefined, navigate: async (url: URL) => led.push(url.href) }];
  await press('https://sparkle.example/washClub');
  await press('https://evil.example/');
  await press(undefined);
  expect(led).toEqual(['https://sparkle.example/washClub']);
  expect(opened).toHaveLength(1);
});
