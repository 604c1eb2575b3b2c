import { useSyncExternalStore } from 'react';
import type { Point } from '@/shared/format/distance';

const patience = 10_000;
const fresh = 5 * 60_000;

/** Device position. It never leaves the browser. */
export type Position = {
  /** Last known position during this page's lifetime. */
  point: Point | null;
  /** `refused`: denied by the customer or the device. `unknown`: couldn't be determined. */
  state: 'unasked' | 'asking' | 'known' | 'refused' | 'unknown';
};

let current: Position = { point: null, state: 'unasked' };
const listeners = new Set<() => void>();

function become(state: Position['state'], point = current.point) {
  current = { point, state };
  for (const listener of listeners) listener();
}

function ask(): Promise<void> {
  return new Promise((resolve) => {
    become('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(become('known', { latitude, longitude })),
      ({ code, PERMISSION_DENIED }) => resolve(become(code === PERMISSION_DENIED ? 'refused' : 'unknown')),
      { timeout: patience, maximumAge: fresh },
    );
  });
}

/** Gets the device's position. The browser may ask the customer, so call it only on request. */
export async function locate(): Promise<Point | null> {
  if (!navigator.geolocation) become('unknown');
  else await ask();
  return current.point;
}

/** Position if the customer has already granted permission; doesn't prompt. */
export async function locateIfAllowed(): Promise<Point | null> {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  return permission?.state === 'granted' ? locate() : current.point;
}

export function usePosition(): Position {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}
