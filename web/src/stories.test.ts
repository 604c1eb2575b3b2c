import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

/** Components without own output, wrappers, and those that call the server. */
const without = new Set([
  ...['captcha-field', 'confirm-by-typing', 'through-dialog', 'lazy-part', 'unsaved-guard', 'strokes'],
  ...['providers', 'start', 'frame', 'page', 'office-shell', 'menu-drawer', 'connection-notice'],
  ...['broken-site', 'connection-lost', 'error-screen', 'root-error', 'update-notice', 'view-notice'],
  ...['dialog-host', 'toast-host', 'dialogs', 'form-actions', 'form-failure', 'submit-button'],
]);

const files = (readdirSync('src', { recursive: true }) as string[]).map((file) => join('src', file));
const stories = files
  .filter((file) => file.endsWith('.stories.tsx'))
  .map((file) => readFileSync(file, 'utf8'));
const components = files.filter(
  (file) => /^src\/shared\/(?!testing)\w+\/[\w-]+\.tsx$/.test(file) && !without.has(basename(file, '.tsx')),
);

it.each(components)('has a story of %s', (file) => {
  const name = basename(file, '.tsx');
  const form = readFileSync('src/shared/testing/sample-form.tsx', 'utf8');
  expect([...stories, form].some((story) => story.includes(`/${name}'`))).toBe(true);
});

it('lists only existing components as exceptions', () => {
  const names = files.filter((file) => file.startsWith('src/shared/')).map((file) => basename(file, '.tsx'));
  expect([...without].filter((name) => !names.includes(name))).toEqual([]);
});
