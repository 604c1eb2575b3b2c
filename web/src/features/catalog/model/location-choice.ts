import { id, stored, useStored } from '@/shared/lib/stored';
import { tabFlag } from '@/shared/lib/tab-flag';

const choice = stored('location', id);
/** Whether the customer has chosen a location in this tab. */
const chosenHere = tabFlag('location-chosen');

export function chooseLocation(locationId: number) {
  chosenHere.set();
  choice.write(locationId);
}

/** Selected location for washes and taxes; 0 for all. Stored on this device. */
export function useLocationChoice(): [number, (id: number) => void] {
  return [useStored(choice) ?? 0, chooseLocation];
}

export function chosenLocation(): number {
  return choice.read() ?? 0;
}

/** Selects the home location on a device without an earlier choice. */
export function startFrom(homeLocationId: number) {
  if (choice.read() === null) choice.write(homeLocationId);
}

/** Preselects the location the customer is at, unless they chose another one during this visit. */
export function startNear(locationId: number) {
  if (!chosenHere.isSet()) choice.write(locationId);
}
