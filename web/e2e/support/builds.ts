import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary, repository } from './environment';

const dist = join(repository, 'web/dist');

/** The version of the build that is tested. */
export const builtVersion: string = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')).version;

/** Same build with another version, which is part of its URLs and code. */
function anotherBuild(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'suds-build-'));
  // Compressed copies would keep the old content.
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!/\.(?:js|css|html|json)$/.test(name) || !statSync(path).isFile()) continue;
    const text = readFileSync(path, 'utf8');
    if (text.includes(builtVersion)) writeFileSync(path, text.replaceAll(builtVersion, version));
  }
  return folder;
}

/** Runs the command line next to a data directory's server; returns its output. */
export function suds<T>(dataDir: string, ...words: string[]): T {
  const said = execFileSync(binary, ['--json', '--data-dir', dataDir, ...words], { cwd: repository });
  return JSON.parse(said.toString()) as T;
}

/** Publishes another build, which the sites of a demo run from then on. */
export function release(dataDir: string, version: string) {
  const folder = anotherBuild(version);
  suds(dataDir, 'build', 'publish', folder);
  rmSync(folder, { recursive: true });
  suds(dataDir, 'environment', 'run', 'demo', version);
}

/** Takes the files of a build away from the server, as when nothing is left of it. */
export function discard(dataDir: string, version: string) {
  rmSync(join(dataDir, 'objects/builds', version), { recursive: true });
}
