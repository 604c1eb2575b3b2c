import type { components } from './api.gen';

/** Operation of RFC 6902, as supported by the server. */
export type Operation = components['schemas']['Operation'];

/** JSON pointer of a field or nested field. */
export function pointer(...names: (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Operations by name; paths are JSON pointers. */
export const patch = {
  add: (path: string, value: unknown): Operation => ({ op: 'add', path, value }),
  replace: (path: string, value: unknown): Operation => ({ op: 'replace', path, value }),
  remove: (path: string): Operation => ({ op: 'remove', path }),
  move: (from: string, path: string): Operation => ({ op: 'move', from, path }),
  copy: (from: string, path: string): Operation => ({ op: 'copy', from, path }),
  test: (path: string, value: unknown): Operation => ({ op: 'test', path, value }),
};

/** Operations that change `before` to `after`, for flat objects. */
export function replacements<T extends object>(before: T, after: T): Operation[] {
  return (Object.keys(after) as (keyof T & string)[])
    .filter((name) => before[name] !== after[name])
    .map((name) => patch.replace(pointer(name), after[name]));
}
