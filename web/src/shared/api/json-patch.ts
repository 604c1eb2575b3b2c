import type { components } from './api.gen';

/** One step of RFC 6902, as the server takes it. */
export type Operation = components['schemas']['Operation'];

/** The path of a field, or of one within another. */
export function pointer(...names: (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The steps by their names; paths are pointers. */
export const patch = {
  add: (path: string, value: unknown): Operation => ({ op: 'add', path, value }),
  replace: (path: string, value: unknown): Operation => ({ op: 'replace', path, value }),
  remove: (path: string): Operation => ({ op: 'remove', path }),
  move: (from: string, path: string): Operation => ({ op: 'move', from, path }),
  copy: (from: string, path: string): Operation => ({ op: 'copy', from, path }),
  test: (path: string, value: unknown): Operation => ({ op: 'test', path, value }),
};

/** The steps that make `before` into `after`, for flat objects. */
export function replacements<T extends object>(before: T, after: T): Operation[] {
  return (Object.keys(after) as (keyof T & string)[])
    .filter((name) => before[name] !== after[name])
    .map((name) => patch.replace(pointer(name), after[name]));
}
