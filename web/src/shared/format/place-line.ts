type Place = { city: string; state: string; zipCode: string };

/** Line of an address with its city. Not every country has states. */
export const placeLine = ({ city, state, zipCode }: Place) =>
  [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
