import type { CDPSession, Page, Worker } from '@playwright/test';

/**
 * Replaces the push service, which tests can't reach: a subscription looks like one from a browser, and
 * permission is granted on request.
 */
export async function standInForPushService(page: Page) {
  await page.addInitScript(() => {
    if (typeof PushManager === 'undefined') return;
    let subscribed: PushSubscription | null = null;
    const base64Url = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    PushManager.prototype.getSubscription = async () => subscribed;
    PushManager.prototype.subscribe = async () => {
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ]);
      const p256dh = base64Url(await crypto.subtle.exportKey('raw', publicKey));
      const auth = base64Url(crypto.getRandomValues(new Uint8Array(16)).buffer);
      const endpoint = `https://push.example.com/${crypto.randomUUID()}`;
      const parts = { endpoint, expirationTime: null, options: {}, unsubscribe: async () => true };
      subscribed = {
        ...parts,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      } as unknown as PushSubscription;
      return subscribed;
    };
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'granted';
      return 'granted';
    };
  });
}

type Shown = { title: string; body?: string; data?: unknown };

/** Stubbed device of the worker. */
type Device = {
  shown: Shown[];
  registration: { showNotification: (title: string, options?: NotificationOptions) => Promise<void> };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  ExtendableEvent: new (type: string) => Event;
  dispatchEvent: (event: Event) => boolean;
};

/**
 * Sends push notifications to a page's service worker and records what it shows, because a headless browser
 * can't show notifications.
 */
export class Pushes {
  private constructor(
    private readonly session: CDPSession,
    private readonly origin: string,
    private readonly registrationId: string,
    private readonly worker: Worker,
  ) {}

  static async to(page: Page): Promise<Pushes> {
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const context = page.context();
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('the page has no worker');
    await worker.evaluate(() => {
      const device = self as unknown as Device;
      device.shown = [];
      device.registration.showNotification = async (title, options) => {
        device.shown.push({ title, ...options });
      };
      // Only the user can bring a window to the front.
      device.WindowClient.prototype.focus = async () => undefined;
    });
    // Of another page, since the first may leave.
    const session = await context.newCDPSession(await context.newPage());
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations;
        if (registration) resolve(registration.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await page.bringToFront();
    return new Pushes(session, new URL(page.url()).origin, await registered, worker);
  }

  /** Delivers a notification like the server (`platform/src/push`). */
  async deliver(notification: { title: string; body: string; navigate: string; tag: string }) {
    const data = JSON.stringify({ web_push: 8030, notification: { lang: 'en', ...notification } });
    const { origin, registrationId } = this;
    await this.session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  }

  /** Notifications shown by the device. */
  shown(): Promise<Shown[]> {
    return this.worker.evaluate(() => (self as unknown as Device).shown);
  }

  /** A press on it. */
  async press(title: string) {
    await this.worker.evaluate((wanted) => {
      const device = self as unknown as Device;
      const shown = device.shown.find((one) => one.title === wanted);
      const close = () => {
        device.shown = device.shown.filter((one) => one !== shown);
      };
      const pressed = new device.ExtendableEvent('notificationclick');
      device.dispatchEvent(Object.assign(pressed, { notification: { ...shown, close } }));
    }, title);
  }
}
