import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const versionOf = (file: string) => (JSON.parse(read(file)) as { version: string }).version;

it('is the same for server and web client', () => {
  const [, shared = ''] = read('../Cargo.toml').split('[workspace.package]');
  expect(/^version = "(.+)"$/m.exec(shared)?.[1]).toBe(versionOf('package.json'));
  expect(versionOf('package-lock.json')).toBe(versionOf('package.json'));
});

it('is the same for all crates', () => {
  const crates = [
    'control-plane',
    'platform',
    'platform/prepare-sql',
    'tenant-runtime',
    'tenant-runtime/paystub',
  ];
  for (const crate of crates)
    expect(read(`../${crate}/Cargo.toml`), crate).toMatch(/^version\.workspace = true$/m);
});
