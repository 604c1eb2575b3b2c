import { useSyncExternalStore } from 'react';
import type { Point } from '@/shared/format/distance';
import { tabFlag } from '@/shared/lib/tab-flag';

const patience = 10_000;
const fresh = 5 * 60_000;
const asked = tabFlag('asked-position');

let current: Point | null = null;
const listeners = new Set<() => void>();

function ask(): Promise<Point | null> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(null),
      { timeout: patience, maximumAge: fresh },
    );
  });
}

/** Whether asking would put a question to the customer who has been asked already since the tab was opened. */
async function wouldPester(): Promise<boolean> {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  if (permission?.state === 'granted') return false;
  if (asked.isSet()) return true;
  asked.set();
  return false;
}

/** Where the device is, or null where it cannot or may not say. It leaves the browser with no request. */
export async function locate(): Promise<Point | null> {
  if (!navigator.geolocation || (await wouldPester())) return current;
  const found = await ask();
  if (!found) return current;
  current = found;
  for (const listener of listeners) listener();
  return current;
}

/** The last known position of this page's life. */
export function usePosition(): Point | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}
