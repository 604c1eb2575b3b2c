// scripts/words rejects an error that is added to each kind of text, and a text that one language lacks.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const repository = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'suds-words-'));
after(() => rmSync(copy, { recursive: true, force: true }));

/** Files that the tests change; the rest is read in place. */
const copied = [
  'control-plane/src',
  'control-plane/templates',
  'docs',
  'ops',
  'tenant-runtime/languages',
  'tenant-runtime/src',
  'tenant-runtime/templates',
  'tenants',
  'web/src',
];
for (const path of copied) cpSync(join(repository, path), join(copy, path), { recursive: true });
for (const path of ['platform', 'scripts', 'README.md', 'CONTRIBUTING.md'])
  symlinkSync(join(repository, path), join(copy, path));

function words(area) {
  const script = join(repository, 'scripts/parts/words.mjs');
  const { status, stderr } = spawnSync('node', [script, area], { cwd: copy, encoding: 'utf8' });
  return { status, stderr };
}

/** Runs the check with a changed file, then restores the file. */
function checkedWith(area, path, change) {
  const file = join(copy, path);
  const before = readFileSync(file, 'utf8');
  const changed = change(before);
  assert.notEqual(changed, before, `nothing to change in ${path}`);
  writeFileSync(file, changed);
  try {
    return words(area);
  } finally {
    writeFileSync(file, before);
  }
}

const bad = 'Nobody has accepted this edition yet';
const firstValue = (source) => source.replace(/^(\s*)"en": "[^"]*"/m, `$1"en": "${bad}"`);

for (const [area, path, change] of [
  ['shop', 'web/src/locales/en/messages.po', (po) => `${po}\nmsgid "${bad}"\nmsgstr "${bad}"\n`],
  ['office', 'web/src/locales/en/merchant.po', (po) => `${po}\nmsgid "${bad}"\nmsgstr "${bad}"\n`],
  ['console', 'web/src/locales/en/console.po', (po) => `${po}\nmsgid "${bad}"\nmsgstr "${bad}"\n`],
  ['server', 'tenant-runtime/languages/fr.json', (json) => json.replace('{', `{ "${bad}": "Personne",`)],
  ['emails', 'tenant-runtime/templates/mail/receipt.txt', (text) => `${text}\n${bad}.\n`],
  ['emails', 'tenant-runtime/templates/mail/receipt.mjml', (text) => `${text}<mj-text>${bad}.</mj-text>`],
  ['emails', 'tenant-runtime/templates/mail/receipt.subject', () => bad],
  ['sites', 'tenants/sparkle/site.json', (json) => json.replace('"Tire shine"', `"${bad}"`)],
  ['templates', 'control-plane/templates/self_serve.json', firstValue],
  ['cli', 'control-plane/src/cli/verbs/clock.rs', (rust) => rust.replace(/\/\/\/ Compare.*/, `/// ${bad}.`)],
  [
    'cli',
    'tenant-runtime/src/offers/error.rs',
    (rust) => rust.replace(/#\[error\("[^"]*"/, `#[error("${bad}"`),
  ],
  ['ops', 'ops/prometheus/alerts.yml', (yaml) => yaml.replace(/summary: .*/, `summary: ${bad}`)],
  ['ops', 'ops/prometheus/dashboard.json', (json) => json.replace('"title": "Disk"', `"title": "${bad}"`)],
  ['api', 'docs/openapi.json', (json) => json.replace(/"summary": "[^"]*"/, `"summary": "${bad}"`)],
  ['docs', 'docs/INSTALL.md', (page) => `${page}\n${bad}.\n`],
]) {
  test(`${area}_reject_a_pattern_in_${path.replaceAll(/\W/g, '_')}`, () => {
    const { status, stderr } = checkedWith(area, path, change);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^${area}\t.*${bad}`, 'm'));
  });
}

for (const [area, path, change] of [
  ['shop', 'web/src/locales/de/messages.po', (po) => po.replace(/^msgid "Loading…"\nmsgstr ".*"/m, 'msgid "Loading…"\nmsgstr ""')],
  ['office', 'web/src/locales/fr/merchant.po', (po) => po.replace(/^msgid "Orders"\nmsgstr ".*"/m, 'msgid "Orders"\nmsgstr ""')],
  ['console', 'web/src/locales/es/console.po', (po) => po.replace(/^msgid "Sites"\nmsgstr ".*"\n/m, '')],
  ['server', 'tenant-runtime/languages/es.json', (json) => json.replace(/^\s*"Invalid date\.":.*\n/m, '')],
  ['templates', 'control-plane/templates/words.json', (json) => json.replace(/^\s*"de": .*\n/m, '')],
]) {
  test(`${area}_reject_a_missing_translation`, () => {
    const { status, stderr } = checkedWith(area, path, change);
    assert.equal(status, 1);
    assert.match(stderr, /lacks/);
  });
}

test('emails_reject_a_missing_template', () => {
  const file = 'tenant-runtime/templates/mail/de/receipt.txt';
  rmSync(join(copy, file));
  const { status, stderr } = words('emails');
  cpSync(join(repository, file), join(copy, file));
  assert.equal(status, 1);
  assert.match(stderr, /de lacks\treceipt\.txt/);
});
