import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const compressible = /\.(?:js|css|svg|json|html|txt)$/;

async function compress(path: string) {
  const source = await readFile(path);
  const [br, zipped] = await Promise.all([
    brotli(source, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }),
    gz(source, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, zipped)]);
}

/**
 * Writes `.br` and `.gz` next to every text asset, so that the server never compresses at run time. The HTML
 * shell is excluded, because the server fills it per site first.
 */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'suds-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: {
      // After the service worker, which is written once everything else is.
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(outDir, { recursive: true });
        const chosen = files.filter((f) => compressible.test(f) && f !== 'index.html');
        await Promise.all(chosen.map((file) => compress(join(outDir, file))));
      },
    },
  };
}
