// Texts of the web client's catalogs (`.po`) and the files that they belong to.
import { readdirSync, readFileSync } from 'node:fs';

const root = 'web/src';

/** Tags of the languages that English is translated to. */
export const languages = readdirSync(`${root}/locales`)
  .filter((tag) => tag !== 'en')
  .sort();

/** The entries of a catalog: [English text, translation]. */
function entriesOf(path) {
  const literal = (lines = '') =>
    [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([part]) => JSON.parse(part)).join('');
  return [...readFileSync(path, 'utf8').matchAll(/^msgid ((?:"[^\n]*"\n)+)msgstr ((?:"[^\n]*"\n?)+)/gm)]
    .map(([, id, translation]) => [literal(id), literal(translation)])
    .filter(([id]) => id);
}

const pathOf = (tag, catalog) => `${root}/locales/${tag}/${catalog}.po`;

/** The first source file of each message of the client, by its ID. A message with a context has the ID `context|text`. */
function sources() {
  const found = new Map();
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^locales|api\.gen/.test(path))
    .sort();
  for (const path of paths) {
    const literals = readFileSync(`${root}/${path}`, 'utf8').matchAll(
      /i18n\._\(\s*(?:\{\s*id:\s*)?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g,
    );
    for (const [, literal] of literals) {
      const text = literal.slice(1, -1).replace(/\\(.)/g, '$1');
      if (!found.has(text)) found.set(text, `${root}/${path}`);
    }
  }
  return found;
}

/** The English texts of a catalog with the file that shows each. */
export function catalogTexts(catalog) {
  const files = sources();
  return entriesOf(pathOf('en', catalog)).map(([id, text]) => ({
    text,
    file: files.get(id) ?? pathOf('en', catalog),
  }));
}

/** Lines about texts that a language lacks. */
export function translationsOf(catalog) {
  const area = { messages: 'shop', merchant: 'office', console: 'console' }[catalog];
  const english = entriesOf(pathOf('en', catalog)).map(([id]) => id);
  return languages.flatMap((tag) => {
    const translations = new Map(entriesOf(pathOf(tag, catalog)));
    return english
      .filter((id) => !translations.get(id))
      .map((id) => `${area}\t${pathOf(tag, catalog)} lacks\t${id}`);
  });
}
