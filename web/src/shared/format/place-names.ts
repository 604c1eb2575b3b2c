type Place = { city: string; name: string };

/** The city as title, as people know where they wash, and the name below. Where cities are the same, the name comes first. */
export function placeNames(place: Place, all: readonly Place[]): { title: string; detail: string } {
  const { city, name } = place;
  const isShared = all.filter((other) => other.city === city).length > 1;
  return isShared ? { title: name, detail: city } : { title: city, detail: name };
}
