import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Domains that read or erase the data of others, so that their endpoints have no feature. */
const readsAll = ['back_office', 'privacy'];

/** Path without the names of its parameters. */
const shape = (path: string) => path.replace(/\$?\{[^}]+\}/g, '{}');

function filesIn(folder: string, extension: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => extension.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

/** Domains of each endpoint by its path. */
function serverDomains(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const crate of ['../tenant-runtime/src', '../control-plane/src'])
    for (const file of filesIn(crate, /\.rs$/)) {
      const domain = file.slice(crate.length + 1).split('/')[0] ?? '';
      const handlers = readFileSync(file, 'utf8').matchAll(/#\[utoipa::path\(\s*\w+,\s*path = "([^"]+)"/g);
      for (const [, path = ''] of handlers)
        found.set(shape(path), (found.get(shape(path)) ?? new Set()).add(domain));
    }
  return found;
}

/** The domains of the endpoints that a module names. */
function calledDomains(module: string, domains: ReturnType<typeof serverDomains>): Set<string> {
  const paths = readFileSync(module, 'utf8').matchAll(/['"`]\/api\/v1(\/[^'"`?\s]+)/g);
  return new Set([...paths].flatMap(([, path = '']) => [...(domains.get(shape(path)) ?? [])]));
}

it('keeps each API module in the feature of the domain it calls', () => {
  const domains = serverDomains();
  expect(domains.size).toBeGreaterThan(200);
  const modules = readdirSync('src/features').flatMap((feature) =>
    readdirSync(join('src/features', feature)).includes('api')
      ? filesIn(join('src/features', feature, 'api'), /\.tsx?$/).map((module) => ({ feature, module }))
      : [],
  );
  expect(modules.length).toBeGreaterThan(60);
  const misplaced = modules.flatMap(({ feature, module }) => {
    const called = [...calledDomains(module, domains)];
    const known = called.filter((domain) => !readsAll.includes(domain));
    return known.length === 0 || known.includes(feature.replace('-', '_'))
      ? []
      : [`${module} calls ${known.join(' and ')}`];
  });
  // The control plane answers these on a site's host.
  expect(misplaced).toEqual([
    'src/features/site/api/address.ts calls sites',
    'src/features/site/api/packages.ts calls packages',
  ]);
});
