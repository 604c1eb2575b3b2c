import { readFileSync } from 'node:fs';
import { i18n } from '@lingui/core';
import { afterAll, expect, it } from 'vitest';
import { messages as consoleEnglish } from '@/locales/en/console.po';
import { messages as officeEnglish } from '@/locales/en/merchant.po';
import { messages as english } from '@/locales/en/messages.po';
import * as console from '@/surfaces/console/catalogue';
import * as merchant from '@/surfaces/merchant/catalogue';
import { activateLocale } from './activate';

type Compiled = string | unknown[] | Record<string, unknown>;
type Messages = Record<string, unknown>;

/** Placeholders of a compiled message, each once, with their type: `count plural`. */
function places(message: unknown): string[] {
  const found = new Set<string>();
  const read = (part: Compiled) => {
    if (!Array.isArray(part)) return;
    const [name, use, forms] = part as [string, string?, Record<string, Compiled>?];
    found.add(use ? `${name} ${use}` : name);
    for (const form of Object.values(forms ?? {})) for (const inner of [form].flat()) read(inner as Compiled);
  };
  for (const part of message as Compiled[]) read(part);
  return [...found].sort();
}

/** A message for one of several meanings has its context in its key: `version|From`. */
const textOf = (key: string) => key.replace(/^[a-z -]+\|/, '');

const sources = { messages: english, merchant: officeEnglish, console: consoleEnglish };
type Catalog = keyof typeof sources;

/** All translated catalogs: of each language, in each surface. */
const others = Object.entries(
  import.meta.glob<Messages>('../../locales/*/*.po', { eager: true, import: 'messages' }),
).flatMap(([path, messages]) => {
  const [, language = '', catalog = ''] = /(\w+)\/(\w+)\.po$/.exec(path) ?? [];
  return language === 'en' ? [] : [{ language, catalog: catalog as Catalog, messages }];
});
const languages = [...new Set(others.map(({ language }) => language))];
const inLanguage = (wanted: string) => others.filter(({ language }) => language === wanted);

afterAll(() => activateLocale('en-US'));

it('finds the catalogs', () => {
  expect(languages).toEqual(expect.arrayContaining(['de', 'es', 'fr']));
  expect(others.length).toBe(languages.length * Object.keys(sources).length);
});

it.each(languages)('loads the catalogs of %s', async (language) => {
  await activateLocale(language);
  await merchant.sayMore();
  await console.sayMore();
  expect(i18n.locale).toBe(language);
  for (const { messages } of inLanguage(language)) expect(i18n.messages).toMatchObject(messages);
});

it.each(others)('has the same placeholders in $language/$catalog as in English', ({ catalog, messages }) => {
  const source: Messages = sources[catalog];
  expect(Object.keys(messages).sort()).toEqual(Object.keys(source).sort());
  for (const [key, message] of Object.entries(messages))
    expect(places(message), key).toEqual(places(source[key]));
});

/** Messages of a catalog (`.po`) without a translation. */
function untranslated(catalog: string): string[] {
  const entries = [...catalog.matchAll(/^msgid ((?:"[^\n]*"\n)+)msgstr ((?:"[^\n]*"\n?)+)/gm)];
  const text = (literals = '') => literals.replace(/^"|"$|\n/gm, '');
  return entries.filter(([, id, translation]) => text(id) && !text(translation)).map(([, id]) => text(id));
}

it('detects a missing translation', () => {
  const catalog =
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "Add"\nmsgstr ""\n\nmsgid "Edit"\nmsgstr "Ändern"\n';
  expect(untranslated(catalog)).toEqual(['Add']);
});

// For missing translations, the compiled catalog silently contains the English text.
it.each(languages)('has a translation of every text in %s', (language) => {
  for (const catalog of ['messages', 'merchant', 'console']) {
    const text = readFileSync(`src/locales/${language}/${catalog}.po`, 'utf8');
    expect(untranslated(text), `src/locales/${language}/${catalog}.po`).toEqual([]);
  }
});

it('matches the source in English, without merge markers in any language', () => {
  for (const [key, message] of Object.entries({
    ...english,
    ...officeEnglish,
    ...consoleEnglish,
  } as Messages))
    if (Array.isArray(message) && message.every((part) => typeof part === 'string'))
      expect(message.join('')).toBe(textOf(key));
  for (const { language, messages } of others)
    expect(JSON.stringify(messages), language).not.toMatch(/={7}|<{7}|>{7}/);
});

it.each(languages)('uses the same translation in every catalog of %s', (language) => {
  const [one = {}, ...more] = inLanguage(language).map(({ messages }) => messages);
  for (const [key, message] of more.flatMap((messages) => Object.entries(messages)))
    if (key in one) expect(message, key).toEqual(one[key]);
});

it('has a context only where a language needs different words for one English text', () => {
  const all = languages.map(
    (language): Messages => Object.assign({}, ...inLanguage(language).map(({ messages }) => messages)),
  );
  const keys = Object.keys({ ...english, ...officeEnglish, ...consoleEnglish });
  const withContext = keys.filter((key) => textOf(key) !== key);
  expect(withContext).toContain('version|To');
  for (const key of withContext) {
    expect(keys, key).toContain(textOf(key));
    const differs = (messages: Messages) => `${messages[key]}` !== `${messages[textOf(key)]}`;
    expect(all.some(differs), key).toBe(true);
  }
});

it('finds the placeholders of a message', () => {
  const plural = Object.entries(english).find(([key]) => key.startsWith('{count, plural, =0'))?.[1];
  expect(places(plural)).toEqual(['count plural']);
  expect(places(english['{amount} credited for {club}' as never])).toEqual(['amount', 'club']);
});

it('names payment processors in full in French', () => {
  const pairs = inLanguage('fr').map(({ catalog, messages }): [Messages, Messages] => [
    sources[catalog],
    messages,
  ]);
  const wrong = pairs.flatMap(([source, translated]) =>
    Object.entries(source)
      .filter(([, text]) => /\bprocessor\b.*\.$/i.test([text].flat().join('')))
      .map(([id]) => [translated[id]].flat().join(''))
      .filter((text) => /prestataire/i.test(text) && !/prestataires? de paiement/i.test(text)),
  );
  expect(wrong).toEqual([]);
});
