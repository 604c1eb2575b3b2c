/** Location in the URL; null for none, 0 for all. */
export function namedLocation(query: URLSearchParams): number | null {
  const asked = query.get('location');
  return asked !== null && /^\d{1,9}$/.test(asked) ? Number(asked) : null;
}
