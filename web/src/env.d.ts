/// <reference types="vite/client" />

/** This build's own version, compiled in. */
declare const __SUDS_VERSION__: string;
