import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildInfo } from './build/build-info.ts';
import { precompress } from './build/precompress.ts';
import manifest from './package.json' with { type: 'json' };

const timeStamp = new Date().toISOString();

/** Chunks carry their folder in their name, so that isolation of surfaces can be read off a request log. */
function chunkName(chunk: { facadeModuleId: string | null }) {
  const id = chunk.facadeModuleId ?? '';
  const place = /\/src\/(?:surfaces\/(\w+)|(features\/\w+)|(locales\/\w+))/.exec(id);
  const folder = place?.[1] ?? place?.[2] ?? place?.[3] ?? 'shared';
  return `assets/${folder}/[name]-[hash].js`;
}

/** What every first visit needs travels in a few files; everything else in chunks of its own. */
const groups = [
  {
    name: 'core',
    test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|@lingui|@emotion|stylis|openapi-fetch)\//,
  },
  { name: 'kit', test: /\/src\/shared\/(?:api|site|lib|theme|i18n)\// },
  {
    name: 'kit',
    test: /\/src\/shared\/ui\/(?:icon|dialogs|dialog-host|toast|spinner|skeleton|state-view|error-state|page|card)/,
  },
];

export default defineConfig({
  base: `/v/${manifest.version}/`,
  plugins: [react(), buildInfo(manifest.version, timeStamp), precompress()],
  define: {
    __SUDS_VERSION__: JSON.stringify(manifest.version),
    __SUDS_BUILT_AT__: JSON.stringify(timeStamp),
  },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The preload polyfill would be an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { chunkFileNames: chunkName, codeSplitting: { groups } } },
  },
});
