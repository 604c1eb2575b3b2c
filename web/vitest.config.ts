import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { __SUDS_VERSION__: '"test"', __SUDS_BUILT_AT__: '"2026-11-20T00:00:00Z"' },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://sparkle.localhost/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    css: false,
    // Typing through a long form takes its time on a busy machine.
    testTimeout: 20_000,
  },
});
