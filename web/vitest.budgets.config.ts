import { defineConfig } from 'vitest/config';

/** Reads the built files: run it after a build. */
export default defineConfig({ test: { include: ['build/**/*.test.ts'], reporters: ['verbose'] } });
