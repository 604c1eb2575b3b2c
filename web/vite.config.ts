import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildInfo } from './build/build-info.ts';
import { chunkName, firstChunk } from './build/chunks.ts';
import { precompress } from './build/precompress.ts';
import manifest from './package.json' with { type: 'json' };

const source = fileURLToPath(new URL('./src', import.meta.url));
const timeStamp = new Date().toISOString();

/** What every first visit needs travels in a few files; everything else in chunks of its own. */
const groups = [
  {
    name: 'core',
    test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|@lingui|@emotion|stylis|openapi-fetch)\//,
  },
  { name: 'kit', test: /\/src\/shared\/(?:(?:api|site|lib|theme|i18n)\/|forms\/(?:masks|phone-rules))/ },
  {
    name: 'kit',
    test: /\/src\/shared\/ui\/(?:icon|dialogs|dialog-host|toast|spinner|skeleton|state-view|error-state|page|card)/,
  },
  {
    name: firstChunk(source),
    debugName: 'first',
    test: /node_modules|\/src\/(?:surfaces\/shopper\/components|features|shared)\//,
  },
  { name: 'overlay', test: /@mui\/material\/(?:Modal|Slide|Fade|Paper)\// },
  { name: 'forms', test: /\/src\/shared\/forms\/|node_modules\/(?:react-hook-form|@hookform|valibot)\// },
];

export default defineConfig({
  base: `/v/${manifest.version}/`,
  plugins: [react(), buildInfo(manifest.version, timeStamp), precompress()],
  define: {
    __SUDS_VERSION__: JSON.stringify(manifest.version),
    __SUDS_BUILT_AT__: JSON.stringify(timeStamp),
  },
  resolve: { alias: { '@': source } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The preload polyfill would be an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { chunkFileNames: chunkName, codeSplitting: { groups } } },
  },
});
