import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const again = 'dist-again';
afterAll(() => rmSync(again, { recursive: true }));

/** Hashes of a build's files by name, without `build.json`, which has the time stamp. */
function contents(folder: string): Record<string, string> {
  const files = (readdirSync(folder, { recursive: true }) as string[]).sort();
  const wanted = files.filter((file) => !/^build\.json/.test(file) && statSync(join(folder, file)).isFile());
  return Object.fromEntries(
    wanted.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}

it('builds the same bytes from the same source', { timeout: 300_000 }, () => {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  execFileSync('npx', ['--no-install', 'vite', 'build', '--outDir', again, '--logLevel', 'error'], { env });
  const built = contents('dist');
  expect(Object.keys(built).length).toBeGreaterThan(300);
  expect(contents(again)).toEqual(built);
});
