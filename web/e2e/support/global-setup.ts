import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binary, dataDir, paystubBinary, port, repository } from './environment';
import { startDemo } from './server';

/** Starts a fresh demo. Its books are checked after the tests. */
export default async function setUp() {
  for (const needed of [binary, paystubBinary, join(repository, 'web/dist/build.json')]) {
    if (!existsSync(needed)) throw new Error(`${needed} is missing: build it first`);
  }
  const stop = await startDemo({ port, dataDir, captcha: 'none' });
  return async () => {
    await stop();
    execFileSync(binary, ['site', 'check', '--all', '--data-dir', dataDir], {
      cwd: repository,
      stdio: 'inherit',
    });
  };
}
