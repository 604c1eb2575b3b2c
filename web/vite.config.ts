import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { buildInfo } from './build/build-info.ts';
import { catalogs } from './build/catalogs.ts';
import { chunkName, firstChunks } from './build/chunks.ts';
import { devServer } from './build/dev-server.ts';
import { writeFirstVisit } from './build/first-visit.ts';
import { graph } from './build/graph.ts';
import { leaveOut } from './build/leave-out.ts';
import { pagePaths } from './build/page-paths.ts';
import { choosePrecached } from './build/precache.ts';
import { precompress } from './build/precompress.ts';
import { slimMaps } from './build/slim-maps.ts';
import manifest from './package.json' with { type: 'json' };

const source = fileURLToPath(new URL('./src', import.meta.url));

/** A first visit loads a few files; everything else is in separate chunks. */
const groups = [
  ...firstChunks(source, [
    {
      surface: 'surfaces/shopper/surface.tsx',
      // Washes are on the home of the web shop, and a press away in the app.
      first: ['surfaces/shopper/pages/home-page.tsx', 'surfaces/shopper/components/products.tsx'],
      shells: ['surfaces/shopper/desktop/shop-shell.tsx', 'surfaces/shopper/mobile/mobile-shell.tsx'],
    },
    { surface: 'surfaces/merchant/surface.tsx', first: [], shells: [] },
    { surface: 'surfaces/kiosk/surface.tsx', first: [], shells: [] },
    { surface: 'surfaces/console/surface.tsx', first: [], shells: [] },
  ]),
  // The web shop's footer formats phone numbers, as forms do; the wallet formats codes.
  { name: 'masks', test: /\/src\/shared\/format\/(?:masks|phone-rules)/, priority: 20 },
  { name: 'country', test: /\/src\/shared\/site\/country-words/, priority: 20 },
  { name: 'codes', test: /\/src\/shared\/format\/codes/, priority: 20 },
  // Home, menu and account know the way onto the home screen, and that knows the stores.
  { name: 'install', test: /\/src\/surfaces\/shopper\/model\/(?:install|app-store)\./ },
  {
    name: 'control',
    // Dialogs and fields share a helper: in the dialogs' chunk it would draw that into every page with a form.
    test: /@mui\/(?:material\/(?:FormControl|FormControlLabel|Switch|Typography)|utils\/getReactElementRef)\//,
    priority: 10,
  },
  { name: 'overlay', test: /@mui\/material\/(?:Modal|Slide|Fade|Paper)\// },
  // Small things that the app needs at once, and other screens too: in one file instead of one each.
  {
    name: 'small',
    test: /\/src\/(?:features\/(?:notifications\/api\/unread|identity\/model\/continue-as-guest)|shared\/lib\/screen-edge)\./,
    priority: 10,
  },
  // Lists read their addresses by schemas and have no forms.
  { name: 'schemas', test: /node_modules\/valibot\//, priority: 10 },
  // Most forms are in a page: dialog code is loaded with the dialog.
  {
    name: 'forms',
    test: /\/src\/shared\/forms\/(?!form-dialog)|node_modules\/(?:react-hook-form|@hookform)\//,
  },
];

const builtGraph = graph(source);
const base = `/v/${manifest.version}/`;

/** One worker for all sites; the server serves it, and a web manifest for each. */
const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'service-worker.ts',
  registerType: 'prompt',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    rollupFormat: 'iife',
    sourcemap: false,
    globPatterns: ['assets/**/*.{js,css}'],
    manifestTransforms: [choosePrecached(builtGraph.built, base)],
  },
});

/**
 * The router's package selects its development build for everyone, with warnings and checks that visitors
 * would load.
 */
const router = fileURLToPath(new URL('./node_modules/react-router/dist/production', import.meta.url));
const routerAlias = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
];

export default defineConfig(({ command }) => ({
  base: command === 'build' ? base : '/',
  plugins: [
    react(),
    devServer(),
    catalogs(),
    leaveOut(),
    buildInfo(manifest.version),
    pagePaths(),
    builtGraph,
    writeFirstVisit(source),
    serviceWorker,
    slimMaps(source),
    precompress(),
  ],
  define: { __SUDS_VERSION__: JSON.stringify(manifest.version) },
  resolve: {
    alias: [{ find: '@', replacement: source }, ...(command === 'build' ? routerAlias : [])],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // For the command that resolves crash reports; the server doesn't serve source maps, and no file refers
    // to them.
    sourcemap: 'hidden',
    // The preload polyfill would be an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { chunkFileNames: chunkName, codeSplitting: { groups } } },
  },
}));
