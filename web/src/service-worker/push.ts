declare const self: ServiceWorkerGlobalScope;

/** Push payload in the format that browsers understand (W3C Push API, "Declarative push message"). */
type Told = { title: string; body: string; lang: string; navigate: string; tag: string };

function read(data: PushMessageData | null): Told | null {
  try {
    return data?.json().notification ?? null;
  } catch {
    return null;
  }
}

function pages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Shows a message in the open shop, or a system notification otherwise. */
async function tell({ title, body, lang, navigate, tag }: Told) {
  const seen = (await pages()).filter((page) => page.visibilityState === 'visible');
  for (const page of seen) page.postMessage({ type: 'PUSH', title, body });
  if (seen.length > 0) return;
  const icon = '/icons/icon-192.png';
  await self.registration.showNotification(title, { body, lang, tag, icon, data: { navigate } });
}

/** Opens an address in the current window, or a new one. */
async function open(address: string) {
  const target = new URL(address, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const [page] = await pages();
  if (!page) await self.clients.openWindow(target);
  else await page.focus().then(() => page.navigate(target));
}

export function tellOfPushes() {
  self.addEventListener('push', (event) => {
    const told = read(event.data);
    if (told) event.waitUntil(tell(told));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const address: unknown = event.notification.data?.navigate;
    if (typeof address === 'string') event.waitUntil(open(address));
  });
}
