import type { Plugin } from 'vite';

/** Emits `build.json`, by which the server knows the version that a folder holds. */
export function buildInfo(version: string, timeStamp: string): Plugin {
  return {
    name: 'suds-build-info',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify({ version, timeStamp })}\n`;
      this.emitFile({ type: 'asset', fileName: 'build.json', source });
    },
  };
}
