import type { Plugin } from 'vite';

type Messages = Record<string, unknown>;

/** Whether a compiled message says what its key says. */
function saysItsKey(key: string, compiled: unknown): boolean {
  return Array.isArray(compiled) && compiled.length === 1 && compiled[0] === key;
}

/** The messages that are not simply their keys: the library shows a key that has no message as it is. */
export function slim(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([key, compiled]) => !saysItsKey(key, compiled)));
}

/** The source speaks English: of its catalogue only what has to be put together travels with every visit. */
export function slimCatalogue(): Plugin {
  return {
    name: 'suds-slim-catalogue',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/locales/en/messages.ts')) return null;
      const literal = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1];
      if (!literal) throw new Error(`${id} is no compiled catalogue`);
      const messages = JSON.parse(JSON.parse(literal)) as Messages;
      return { code: `export const messages = ${JSON.stringify(slim(messages))};`, map: null };
    },
  };
}
