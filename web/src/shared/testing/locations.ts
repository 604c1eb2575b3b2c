import type { Location } from '../api/types';

/** Sample location. Tests set the fields that they are about. */
export function location(fields: Partial<Location> = {}): Location {
  return {
    id: 1,
    name: 'Sparkle Mill Avenue',
    address1: '412 S Mill Avenue',
    address2: '',
    city: 'Tempe',
    state: 'AZ',
    zip: '85281',
    phone: '4805550142',
    arrivalNote: '',
    latitude: 33.4207,
    longitude: -111.9398,
    openingHours: null,
    hours: [],
    ...fields,
  };
}
