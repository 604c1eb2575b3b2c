import type { Plugin } from 'vite';

/** The contract between client and server that this client speaks; `control-plane/src/builds/rules.rs` has the server's. */
const contract = 1;

/** Emits `build.json`, by which the server knows the version that a folder holds. */
export function buildInfo(version: string, timeStamp: string): Plugin {
  return {
    name: 'suds-build-info',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify({ version, timeStamp, contract })}\n`;
      this.emitFile({ type: 'asset', fileName: 'build.json', source });
    },
  };
}
