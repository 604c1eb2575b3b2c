import { useCallback } from 'react';
import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';

const key = 'location';

/** The location whose washes and taxes are shown; 0 means all of them. Remembered on this device. */
export function useLocationChoice(): [number, (id: number) => void] {
  const id = useStored<number>(key) ?? 0;
  const choose = useCallback((next: number) => store.write(key, next), []);
  return [id, choose];
}

export function chosenLocation(): number {
  return store.read<number>(key) ?? 0;
}

/** The home location is where lists start on a device on which nothing was chosen yet. */
export function startFrom(homeLocationId: number) {
  if (store.read<number>(key) === null) store.write(key, homeLocationId);
}
