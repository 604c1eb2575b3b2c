/** Changed value. Null if it didn't exist or no longer exists. */
export type Difference = { path: string; before: string | null; after: string | null };

type Tree = { [key: string]: unknown };

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

function said(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, Array.isArray(value) ? 1 : undefined);
}

function leaves(value: unknown, path: string, into: Map<string, unknown>) {
  if (!isTree(value)) {
    // An empty object has no readable value: "{}" means nothing to merchants.
    const blank = path === '' && typeof value === 'object' && !Array.isArray(value);
    if (value !== undefined && value !== null && !blank) into.set(path, value);
    return;
  }
  for (const [key, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${key}` : key, into);
}

/** Changes of an audit log event, sorted by field name. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [new Map<string, unknown>(), new Map<string, unknown>()];
  leaves(before, '', was);
  leaves(after, '', is);
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  return paths
    .map((path) => ({ path, before: said(was.get(path)), after: said(is.get(path)) }))
    .filter((one) => one.before !== one.after);
}
