/// <reference types="vite/client" />

/** This build's own version and the time it was made, compiled in. */
declare const __SUDS_VERSION__: string;
declare const __SUDS_BUILT_AT__: string;
