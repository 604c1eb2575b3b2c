/// <reference types="vite/client" />

/** This build's own version, compiled in. */
declare const __SUDS_VERSION__: string;

/** A message catalog, compiled by `build/catalogs.ts`. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
