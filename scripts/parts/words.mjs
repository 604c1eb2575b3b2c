// Texts that people read, their patterns and their translations. See scripts/words.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { catalogTexts, languages, translationsOf } from './words-catalogs.mjs';
import { apiTexts, opsTexts, templatesWithout, templateTexts } from './words-other.mjs';
import { cliTexts } from './words-rust.mjs';

/** Files below a folder whose paths match. */
function files(folder, pattern) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return files(path, pattern);
      return pattern.test(path) ? [path] : [];
    });
}

const read = (path) => readFileSync(path, 'utf8');
const tidy = (text) => text.replace(/\s+/g, ' ').trim();

/** Texts of the server's catalogs. Their keys are the English texts. */
function serverTexts() {
  const catalog = 'tenant-runtime/languages/fr.json';
  return Object.keys(JSON.parse(read(catalog))).map((text) => ({ text, file: catalog }));
}

/** Sentences of the English email templates, without markup. */
function emailTexts() {
  const folder = 'tenant-runtime/templates/mail';
  const templates = readdirSync(folder).filter((name) => /\.(subject|txt|mjml)$/.test(name));
  return templates.flatMap((name) => {
    const path = join(folder, name);
    const source = read(path);
    const literals = [...source.matchAll(/\{\{[^}]*?"([^"]+)"[^}]*\}\}/g)].map(([, text]) => text);
    const parts = source
      .replace(/\{%[^]*?%\}|\{#[^]*?#\}/g, '\n')
      .replace(/\{\{\s*([\w.]+)[^}]*\}\}/g, (_, value) => `{${value.split('.').pop()}}`)
      .replace(/<mj-style[^]*?<\/mj-style>|<!--[^]*?-->/g, '\n')
      .replace(/<\/?(b|a|i|strong|em)\b[^>]*>/g, '')
      .replace(/<[^>]*>/g, '\n')
      .split(/\n+/);
    return [...parts, ...literals]
      .map(tidy)
      .filter((text) => /[a-z]{2}/i.test(text.replace(/\{\w+\}/g, '')))
      .map((text) => ({ text, file: path }));
  });
}

/** Texts of the English demo sites. */
function siteTexts() {
  return files('tenants', /site\.json$/).flatMap((path) => {
    const site = JSON.parse(read(path));
    const texts = [];
    const collect = (value, key) => {
      if (typeof value === 'string') texts.push([key, value]);
      else if (value && typeof value === 'object')
        for (const [name, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? key : name);
    };
    collect(site, '');
    const language = site.siteConfig.languages?.[0] ?? site.siteConfig.locale ?? 'en-US';
    if (!language.startsWith('en')) return [];
    // British sites keep British spelling, which only the patterns for screens reject.
    const isDocs = language === 'en-GB';
    return texts
      .filter(
        ([key, text]) => !/^(href|to|image|icon|id|tag|email)$/i.test(key) && /[a-z]+ [a-z]+/i.test(text),
      )
      .flatMap(([, text]) => text.replace(/<[^>]*>/g, '\n').split(/\n+/))
      .map(tidy)
      .filter(Boolean)
      .map((text) => ({ text, file: path, isDocs }));
  });
}

/** Paragraphs, list items, cells and headings of the docs, without code. */
function docsTexts() {
  const pages = [...files('docs', /\.md$/), 'README.md', 'CONTRIBUTING.md'].filter((path) =>
    existsSync(path),
  );
  return pages.flatMap((path) => {
    const blocks = read(path)
      .replace(/^```[^]*?^```/gm, '\n\n')
      .replace(/<!--[^]*?-->/g, '')
      .split(/\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s?)/);
    return blocks
      .flatMap((block) => (/^\s*\|/.test(block) ? block.split('|') : [block]))
      .map((block) => tidy(block.replace(/^\s*(?:[-*]|#+|\d+\.)\s+/, '').replace(/`[^`]*`/g, '`…`')))
      .filter((text) => /[a-z]{2} /i.test(text))
      .map((text) => ({ text, file: path, isDocs: true }));
  });
}

const areas = {
  shop: () => catalogTexts('messages'),
  office: () => catalogTexts('merchant'),
  console: () => catalogTexts('console'),
  server: serverTexts,
  emails: emailTexts,
  sites: siteTexts,
  templates: templateTexts,
  cli: cliTexts,
  ops: opsTexts,
  api: apiTexts,
  docs: docsTexts,
};

/** The patterns of a kind of text: `all` for docs, `ui` as well for everything else. */
function patternsFor(isDocs) {
  return read('scripts/parts/words-patterns.txt')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .filter(([kind]) => kind === 'all' || !isDocs)
    .map(
      ([, source]) =>
        new RegExp(
          source.replace('(?i)', ''),
          source.startsWith('(?i)') || source.includes('(?i)') ? 'i' : '',
        ),
    );
}

const quoted = new Set(JSON.parse(read('web/src/shared/i18n/quoted-texts.json')).map(({ text }) => text));
const patterns = { docs: patternsFor(true), others: patternsFor(false) };

function offences(name) {
  return areas[name]()
    .filter(({ text }) => !quoted.has(text))
    .flatMap(({ text, file, isDocs }) => {
      const pattern = patterns[isDocs ? 'docs' : 'others'].find((one) =>
        one.test(text.replace(/\{\w+\}/g, '{x}')),
      );
      return pattern ? [`${name}\t${file}\t${text}\t(${pattern.source})`] : [];
    });
}

/** Texts that a catalog, or a template that a language, lacks. */
function missing(name) {
  if (['shop', 'office', 'console'].includes(name))
    return translationsOf({ shop: 'messages', office: 'merchant', console: 'console' }[name]);
  if (name === 'server') {
    const catalogs = languages.map((tag) => [tag, JSON.parse(read(`tenant-runtime/languages/${tag}.json`))]);
    const all = new Set(catalogs.flatMap(([, texts]) => Object.keys(texts)));
    return catalogs.flatMap(([tag, texts]) =>
      [...all]
        .filter((text) => !texts[text])
        .map((text) => `server\ttenant-runtime/languages/${tag}.json lacks\t${text}`),
    );
  }
  if (name === 'templates') return templatesWithout(languages);
  if (name === 'emails') {
    const folder = 'tenant-runtime/templates/mail';
    const names = readdirSync(folder).filter(
      (file) => /\.(subject|txt|mjml)$/.test(file) && basename(file) !== 'layout.mjml',
    );
    return languages.flatMap((tag) =>
      names
        .filter((file) => !existsSync(join(folder, tag, file)))
        .map((file) => `emails\t${folder}/${tag} lacks\t${file}`),
    );
  }
  return [];
}

/** Random numbers from 0 to 1, the same ones for the same seed. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function draw(names, count, seed) {
  const next = random(seed);
  const texts = names.flatMap((name) => areas[name]().map((text) => ({ ...text, name })));
  for (let at = texts.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [texts[at], texts[other]] = [texts[other], texts[at]];
  }
  for (const { name, file, text } of texts.slice(0, count)) console.log(`${name}\t${file}\t${text}`);
}

function usage(message) {
  const use = `usage: scripts/words [--draw N [--seed S]] [${Object.keys(areas).join('|')}]…`;
  if (message === null) {
    console.log(use);
    process.exit(0);
  }
  console.error(`scripts/words: ${message}; ${use}`);
  process.exit(2);
}

const words = process.argv.slice(2);
if (words.includes('--help')) usage(null);
const option = (name) => {
  const at = words.indexOf(name);
  if (at < 0) return null;
  const [, value] = words.splice(at, 2);
  if (!/^\d+$/.test(value ?? '')) usage(`${name} takes a number`);
  return Number(value);
};
const [count, seed] = [option('--draw'), option('--seed')];
const unknown = words.find((word) => !Object.hasOwn(areas, word));
if (unknown) usage(`unknown area: ${unknown}`);
const names = words.length > 0 ? words : Object.keys(areas);

if (count !== null) {
  draw(names, count, seed ?? Date.now());
} else {
  const found = names.flatMap((name) => [...offences(name), ...missing(name)]);
  for (const line of found) console.error(line);
  for (const name of names) {
    const number = found.filter((line) => line.startsWith(`${name}\t`)).length;
    console.log(`${name}: ${areas[name]().length} texts, ${number} to change`);
  }
  if (found.length > 0) process.exit(1);
}
