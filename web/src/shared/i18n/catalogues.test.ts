import { expect, it } from 'vitest';
import { messages as german } from '@/locales/de/messages';
import { messages as english } from '@/locales/en/messages';
import { messages as spanish } from '@/locales/es/messages';
import { messages as french } from '@/locales/fr/messages';

type Compiled = string | unknown[] | Record<string, unknown>;

/** The names of the values that a compiled message takes, each once, and with what for: `count plural`. */
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

const others = { french, german, spanish } as Record<string, Record<string, unknown>>;

it.each(Object.entries(others))('says in %s what English says, with the same values', (_, messages) => {
  expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  for (const [key, message] of Object.entries(messages))
    expect(places(message), key).toEqual(places(english[key as never]));
});

it('finds the values of a message', () => {
  const plural = Object.entries(english).find(([key]) => key.startsWith('{count, plural, =0'))?.[1];
  expect(places(plural)).toEqual(['count plural']);
  expect(places(english['{amount} credited for {club}' as never])).toEqual(['amount', 'club']);
});
