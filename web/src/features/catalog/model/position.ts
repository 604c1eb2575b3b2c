import { useSyncExternalStore } from 'react';
import type { Point } from '@/shared/format/distance';

const patience = 10_000;
const fresh = 5 * 60_000;

/** Device position. It never leaves the browser. */
export type Position = {
  /** The last known one of this page's life. */
  point: Point | null;
  /** `refused`: the customer, or the device, does not want it known. `unknown`: it could not be found out. */
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

/** Finds out where the device is. The browser may ask the customer: only after a press that wants it. */
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
