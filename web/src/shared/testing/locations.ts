import type { Location } from '../api/types';

/** A location as the server describes one; what a test is about it names itself. */
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
