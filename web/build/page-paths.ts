import type { Plugin } from 'vite';
import paths from '../src/app/page-paths.json' with { type: 'json' };

/** Emits `page-paths.json`, which the server reads (`control-plane/src/builds/page_paths.rs`). */
export function pagePaths(): Plugin {
  return {
    name: 'suds-page-paths',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'page-paths.json', source: JSON.stringify(paths) });
    },
  };
}
