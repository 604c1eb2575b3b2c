/// <reference types="vite/client" />

/** Version of this build, set at compile time. */
declare const __SUDS_VERSION__: string;

/** A message catalog, compiled by `build/catalogs.ts`. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
