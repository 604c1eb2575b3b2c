import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';

const key = 'location';
const chosenKey = 'suds:location-chosen';

/** That the customer chose a location is remembered as long as the tab. */
function noteChoice() {
  try {
    sessionStorage.setItem(chosenKey, '1');
  } catch {
    // Without storage being near a wash may win over an earlier choice.
  }
}

function wasChosenHere(): boolean {
  try {
    return sessionStorage.getItem(chosenKey) !== null;
  } catch {
    return false;
  }
}

export function chooseLocation(id: number) {
  noteChoice();
  store.write(key, id);
}

/** The location whose washes and taxes are shown; 0 means all of them. Remembered on this device. */
export function useLocationChoice(): [number, (id: number) => void] {
  const id = useStored<number>(key) ?? 0;
  return [id, chooseLocation];
}

export function chosenLocation(): number {
  return store.read<number>(key) ?? 0;
}

/** The home location is where lists start on a device on which nothing was chosen yet. */
export function startFrom(homeLocationId: number) {
  if (store.read<number>(key) === null) store.write(key, homeLocationId);
}

/** Who stands at a wash most likely means that one, unless another was chosen on this visit. */
export function startNear(locationId: number) {
  if (!wasChosenHere()) store.write(key, locationId);
}
