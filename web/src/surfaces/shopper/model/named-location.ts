/** The location that an address names; null where it names none. 0 means all of them. */
export function namedLocation(query: URLSearchParams): number | null {
  const asked = query.get('location');
  return asked !== null && /^\d{1,9}$/.test(asked) ? Number(asked) : null;
}
