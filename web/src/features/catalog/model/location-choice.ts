import { id, stored, useStored } from '@/shared/lib/stored';
import { tabFlag } from '@/shared/lib/tab-flag';

const choice = stored('location', id);
/** That the customer chose a location is remembered as long as the tab. */
const chosenHere = tabFlag('location-chosen');

export function chooseLocation(locationId: number) {
  chosenHere.set();
  choice.write(locationId);
}

/** The location whose washes and taxes are shown; 0 means all of them. Remembered on this device. */
export function useLocationChoice(): [number, (id: number) => void] {
  return [useStored(choice) ?? 0, chooseLocation];
}

export function chosenLocation(): number {
  return choice.read() ?? 0;
}

/** The home location is where lists start on a device on which nothing was chosen yet. */
export function startFrom(homeLocationId: number) {
  if (choice.read() === null) choice.write(homeLocationId);
}

/** Preselects the location the customer is at, unless they chose another one during this visit. */
export function startNear(locationId: number) {
  if (!chosenHere.isSet()) choice.write(locationId);
}
