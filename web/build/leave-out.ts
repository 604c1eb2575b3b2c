import type { Plugin } from 'vite';

/** Library modules this client never uses, and their replacements. */
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
  {
    part: /\/@mui\/material\/useLazyRipple\/useLazyRipple\.m?js$/,
    code: `
      const still = { ref: { current: null }, shouldMount: false, start() {}, stop() {}, pulsate() {} };
      export class LazyRipple {}
      export default () => still;`,
  },
  // The theme always comes from our provider (`providers.tsx`), and is not written out for other tools.
  { part: /\/@mui\/material\/styles\/defaultTheme\.m?js$/, code: 'export default {};' },
  {
    part: /\/@mui\/material\/styles\/stringifyTheme\.m?js$/,
    code: `export const stringifyTheme = () => '';`,
  },
  // Native selects are given outlined inputs (`select-field.tsx`).
  { part: /\/@mui\/material\/Input\/Input\.m?js$/, code: 'export default () => null;' },
  // Emotion needs it for `withTheme` alone, which nothing here calls.
  {
    part: /\/hoist-non-react-statics\/dist\/hoist-non-react-statics\.cjs\.js$/,
    code: 'export default (component) => component;',
  },
];

const router = /\/react-router\/dist\/production\/chunk-\w+\.mjs$/;

/** Passages of libraries without which the bundler drops what they alone use. */
const cuts = [
  // Links prefetch through our own code (`preload.ts`), not by the router's framework mode.
  { part: router, passage: /shouldPrefetch && !isAbsolute \? .+ : link;/g, instead: 'link;' },
  // Names for development tools keep components that nothing here renders.
  { part: router, passage: /^(?:HistoryRouter|Form|NavLink|Link)\.displayName = .+;$/gm, instead: '' },
];

/** Removes unused parts of libraries from a build. Fails if a library no longer has such a part. */
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
    transform(code, id) {
      const own = cuts.filter(({ part }) => part.test(id));
      if (own.length === 0) return null;
      for (const { passage } of own) if (code.search(passage) >= 0) met.add(passage);
      // Columns of the library's lines don't matter to a crash report.
      return {
        code: own.reduce((text, { passage, instead }) => text.replace(passage, instead), code),
        map: null,
      };
    },
    buildEnd(error) {
      const expected = [...unused.map(({ part }) => part), ...cuts.map(({ passage }) => passage)];
      const missing = expected.filter((one) => !met.has(one));
      if (!error && missing.length > 0)
        throw new Error(`no such part: ${missing.map(({ source }) => source)}`);
    },
  };
}
