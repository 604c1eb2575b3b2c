import type { Plugin } from 'vite';

/** The contract between client and server that this client speaks; `control-plane/src/builds/rules.rs` has the server's. */
const contract = 1;

/** When this build was made, ISO 8601. Builders that must repeat a build byte for byte set `SOURCE_DATE_EPOCH`, in seconds. */
function timeStamp(): string {
  const seconds = process.env.SOURCE_DATE_EPOCH;
  return (seconds ? new Date(Number(seconds) * 1000) : new Date()).toISOString();
}

/**
 * Emits `build.json`, by which the server knows the version that a folder holds. The time stamp stands nowhere else: in a script it
 * would change the hash of that file, and of each that imports it, at every build.
 */
export function buildInfo(version: string): Plugin {
  return {
    name: 'suds-build-info',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify({ version, timeStamp: timeStamp(), contract })}\n`;
      this.emitFile({ type: 'asset', fileName: 'build.json', source });
    },
  };
}
