/** Path of a config value, such as `brand.primary` or `carousel.0.text`. */
export type Change = { path: string; before: unknown; after: unknown };

/** Config fields added by the server. */
const derived = new Set(['revision', 'timeStamp', 'tones', 'version']);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Unset values in any notation: the server omits what a form has as an empty text. */
function plain(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}

/** Lists of equal length are compared item by item; otherwise, the whole list has changed. */
function parts(value: unknown, other: unknown): [string, unknown][] | null {
  if (isRecord(value) && (isRecord(other) || other === undefined)) return Object.entries(value);
  if (Array.isArray(value) && Array.isArray(other) && value.length === other.length) {
    return value.map((item, index) => [String(index), item]);
  }
  return null;
}

function at(value: unknown, key: string): unknown {
  return (value as Record<string, unknown> | undefined)?.[key];
}

function compare(before: unknown, after: unknown, path: string): Change[] {
  const [old, now] = [plain(before), plain(after)];
  const keyed = parts(old, now) ?? parts(now, old);
  if (!keyed || (Array.isArray(now) && !parts(now, old))) {
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ path, before: old, after: now }];
  }
  const names = new Set(keyed.map(([name]) => name));
  for (const name of Object.keys((parts(now, old) && now) || {})) names.add(name);
  return [...names]
    .filter((name) => path !== '' || !derived.has(name))
    .flatMap((name) => compare(at(old, name), at(now, name), path ? `${path}.${name}` : name));
}

/** Differences between two configs. */
export function changesOf(before: object, after: object): Change[] {
  return compare(before, after, '');
}

/** Copy of `value` with one part replaced. */
function withPart(value: unknown, [key, ...rest]: string[], part: unknown): unknown {
  if (key === undefined) return part;
  const changed = withPart(at(value, key), rest, part);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changed : item));
  return { ...(isRecord(value) ? value : {}), [key]: changed };
}

/** Applies local changes to a config that someone else has saved. In conflicts, local changes win. */
export function carriedOver<T extends object>(changes: Change[], onto: T): T {
  return changes.reduce<T>((config, { path, after }) => withPart(config, path.split('.'), after) as T, onto);
}
