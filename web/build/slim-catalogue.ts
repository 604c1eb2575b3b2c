import type { Plugin } from 'vite';

type Messages = Record<string, unknown>;

/** The part of a key that a part of its compiled message was made of: text, or the place of a value. */
function source(part: unknown): string | null {
  if (typeof part === 'string') return part;
  return Array.isArray(part) && part.length === 1 ? `{${part[0]}}` : null;
}

/** Whether a compiled message says what its key says. */
function saysItsKey(key: string, compiled: unknown): boolean {
  if (!Array.isArray(compiled)) return false;
  const parts = compiled.map(source);
  return !parts.includes(null) && parts.join('') === key;
}

/** The messages that are not simply their keys: a key that has no message is put together as it is (`activate.ts`). */
export function slim(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([key, compiled]) => !saysItsKey(key, compiled)));
}

/** The source speaks English: of its catalogues only what has to be put together travels with a visit. */
export function slimCatalogue(): Plugin {
  return {
    name: 'suds-slim-catalogue',
    apply: 'build',
    transform(code, id) {
      if (!/\/locales\/en\/\w+\.ts$/.test(id)) return null;
      const literal = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1];
      if (!literal) throw new Error(`${id} is no compiled catalogue`);
      const messages = JSON.parse(JSON.parse(literal)) as Messages;
      return { code: `export const messages = ${JSON.stringify(slim(messages))};`, map: null };
    },
  };
}
