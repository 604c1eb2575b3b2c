import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messages as consoleGerman } from '@/locales/de/console.po';
import { messages as officeGerman } from '@/locales/de/merchant.po';
import { messages as german } from '@/locales/de/messages.po';
import { messages as consoleEnglish } from '@/locales/en/console.po';
import { messages as officeEnglish } from '@/locales/en/merchant.po';
import { messages as english } from '@/locales/en/messages.po';
import { messages as consoleSpanish } from '@/locales/es/console.po';
import { messages as officeSpanish } from '@/locales/es/merchant.po';
import { messages as spanish } from '@/locales/es/messages.po';
import { messages as consoleFrench } from '@/locales/fr/console.po';
import { messages as officeFrench } from '@/locales/fr/merchant.po';
import { messages as french } from '@/locales/fr/messages.po';

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

const others: [name: string, messages: Messages, source: Messages][] = [
  ['French', french, english],
  ['German', german, english],
  ['Spanish', spanish, english],
  ['French of the back office', officeFrench, officeEnglish],
  ['German of the back office', officeGerman, officeEnglish],
  ['Spanish of the back office', officeSpanish, officeEnglish],
  ['French of the console', consoleFrench, consoleEnglish],
  ['German of the console', consoleGerman, consoleEnglish],
  ['Spanish of the console', consoleSpanish, consoleEnglish],
];

it.each(others)('has the same placeholders in %s as in English', (_, messages, source) => {
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
it.each(['de', 'es', 'fr'])('has a translation of every text in %s', (language) => {
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
  for (const [name, messages] of others) expect(JSON.stringify(messages), name).not.toMatch(/={7}|<{7}|>{7}/);
});

it('uses the same translation in every catalog', () => {
  const said = {
    german: [german, officeGerman, consoleGerman],
    french: [french, officeFrench, consoleFrench],
    spanish: [spanish, officeSpanish, consoleSpanish],
  };
  for (const [language, [one, ...more]] of Object.entries(said) as [string, Messages[]][])
    for (const [key, message] of more.flatMap((words) => Object.entries(words ?? {})))
      if (one && key in one) expect(message, `${language}: ${key}`).toEqual(one[key]);
});

it('has a context only where a language needs different words for one English text', () => {
  const all: Messages[] = [
    { ...german, ...officeGerman, ...consoleGerman },
    { ...french, ...officeFrench, ...consoleFrench },
    { ...spanish, ...officeSpanish, ...consoleSpanish },
  ];
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
  const pairs = [
    [english, french],
    [officeEnglish, officeFrench],
    [consoleEnglish, consoleFrench],
  ] as [Messages, Messages][];
  const wrong = pairs.flatMap(([source, translated]) =>
    Object.entries(source)
      .filter(([, text]) => /\bprocessor\b.*\.$/i.test([text].flat().join('')))
      .map(([id]) => [translated[id]].flat().join(''))
      .filter((text) => /prestataire/i.test(text) && !/prestataires? de paiement/i.test(text)),
  );
  expect(wrong).toEqual([]);
});
