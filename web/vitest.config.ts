import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { catalogs } from './build/catalogs.ts';

/** These watch how code comes for the first time, or where the focus is before anything had it, or they replace modules. */
const fromNothing = [
  'src/flows/buying/purchase.test.ts',
  'src/flows/buying/use-buy.test.tsx',
  'src/surfaces/shopper/routes.test.tsx',
  'src/app/focus.test.tsx',
];

export default defineConfig({
  plugins: [catalogs()],
  define: { __SUDS_VERSION__: '"test"' },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://sparkle.localhost/' } },
    setupFiles: ['src/test-setup.ts'],
    css: false,
    // Typing through a long form takes its time on a busy machine.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        // Reloading the libraries for each file would take most of the test time.
        test: {
          name: 'shared',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: fromNothing,
        },
      },
      { extends: true, test: { name: 'fresh', include: fromNothing } },
    ],
  },
});
