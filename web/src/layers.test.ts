import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = 'src';

/** Folders of `shared`; each may import only the previous ones. */
const shared = [
  'lib',
  'site',
  'i18n',
  'format',
  'api',
  'captcha',
  'theme',
  'preview',
  'ui',
  'list',
  'products',
  'forms',
  'surface',
  'office',
  'testing',
];

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(name) ? [relative(root, path)] : [];
  });
}

/** Files of ours that a file imports, statically or dynamically. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('@/')) return [fileName.slice(2)];
    return fileName.startsWith('.') ? [posix.join(posix.dirname(file), fileName)] : [];
  });
}

type Place = { layer: string; part: string };

function placeOf(path: string): Place {
  const [layer = '', part = ''] = path.split('/');
  return layer.startsWith('main') ? { layer: 'main', part: '' } : { layer, part };
}

/** Reason why a file may not import another; undefined if it may. */
function offence(from: string, to: string): string | null {
  const [a, b] = [placeOf(from), placeOf(to)];
  // Generated files have no layer. Tests and stories can import anything.
  if (
    b.layer === 'locales' ||
    to.endsWith('docs/schema/site-config.schema.json') ||
    to === 'shared/api/api.gen' ||
    /\.(?:test|stories)\.tsx?$|^test-setup/.test(from)
  )
    return null;
  const below: Record<string, string[]> = {
    main: ['app', 'shared'],
    app: ['shared'],
    surfaces: ['flows', 'features', 'shared'],
    flows: ['flows', 'features', 'shared'],
    features: ['shared'],
    shared: [],
    'service-worker': ['service-worker'],
  };
  const said = `${from} imports ${to}`;
  if (a.layer === 'app' && b.layer === 'surfaces') {
    return /^surfaces\/\w+\/entry$/.test(to)
      ? null
      : `${said}: app knows no more of a surface than its entry`;
  }
  if (a.layer === b.layer && a.part === b.part) return null;
  if (a.layer === 'shared' && b.layer === 'shared') {
    const upwards = shared.indexOf(b.part) > shared.indexOf(a.part) || !shared.includes(b.part);
    return upwards ? `${said}: ${a.part} stands before ${b.part}` : null;
  }
  return below[a.layer]?.includes(b.layer) ? null : `${said}: ${a.layer} knows nothing of ${b.layer}`;
}

it('imports point one way', () => {
  const files = filesIn(root);
  expect(files.length).toBeGreaterThan(300);
  const edges = files.flatMap((file) => importsOf(file).map((to) => [file, to] as const));
  expect(edges.length).toBeGreaterThan(1000);
  expect(edges.map(([from, to]) => offence(from, to)).filter((found) => found !== null)).toEqual([]);
});

it.each([
  ['surfaces/shopper/pages/home-page.tsx', 'surfaces/merchant/table'],
  ['surfaces/merchant/surface.tsx', 'surfaces/shopper/components/carousel'],
  ['surfaces/console/surface.tsx', 'surfaces/merchant/roles'],
  ['features/wallet/model/wallet.ts', 'features/catalog/api/products'],
  ['features/wallet/components/wallet-list.tsx', 'surfaces/shopper/table'],
  ['features/wallet/api/wallet.ts', 'flows/buying/way'],
  ['flows/buying/ask.tsx', 'surfaces/shopper/table'],
  ['shared/lib/store.ts', 'shared/api/session'],
  ['shared/ui/page.tsx', 'shared/surface/pages'],
  ['shared/ui/page.tsx', 'features/catalog/api/locations'],
  ['app/surfaces.ts', 'surfaces/shopper/table'],
  ['main.tsx', 'surfaces/shopper/entry'],
  ['service-worker/shell.ts', 'shared/lib/caches'],
])('lets %s not import %s', (from, to) => {
  expect(offence(from, to)).not.toBeNull();
});
