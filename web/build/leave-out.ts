import type { Plugin } from 'vite';

/** Parts that a library names and this client never shows, and what stands in for each. */
const unused = [
  // The theme switches ripples off (`disableRipple`).
  { part: /\/@mui\/material\/ButtonBase\/TouchRipple\.m?js$/, code: 'export default () => null;' },
  // The shell says the scheme itself (`data-scheme`), without a script.
  {
    part: /\/@mui\/system\/InitColorSchemeScript\/InitColorSchemeScript\.m?js$/,
    code: `
      export const DEFAULT_MODE_STORAGE_KEY = 'mode';
      export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme';
      export const DEFAULT_ATTRIBUTE = 'data-color-scheme';
      export const buildInitColorSchemeScript = () => null;
      export default () => null;`,
  },
  // Buttons that wait are given our own ring (`spinner.tsx`).
  {
    part: /\/@mui\/material\/CircularProgress\/CircularProgress\.m?js$/,
    code: 'export default () => null;',
  },
];

/** Leaves out of a build what its libraries would bring along for nothing. A part that is gone from its library is told. */
export function leaveOut(): Plugin {
  const met = new Set<RegExp>();
  return {
    name: 'suds-leave-out',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const found = unused.find(({ part }) => part.test(id));
      if (!found) return null;
      met.add(found.part);
      return found.code;
    },
    buildEnd(error) {
      const missing = unused.filter(({ part }) => !met.has(part));
      if (!error && missing.length > 0)
        throw new Error(`no such part: ${missing.map(({ part }) => part.source)}`);
    },
  };
}
