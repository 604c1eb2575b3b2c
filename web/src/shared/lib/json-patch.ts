export type Replacement = { op: 'replace'; path: string; value: unknown };

/** RFC 6902: the operations that make `before` into `after`, for flat objects. */
export function replacements<T extends object>(before: T, after: T): Replacement[] {
  return (Object.keys(after) as (keyof T & string)[])
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      op: 'replace',
      path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      value: after[name],
    }));
}
