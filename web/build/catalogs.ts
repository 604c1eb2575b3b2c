import { relative } from 'node:path';
import {
  createCompiledCatalog,
  getCatalogDependentFiles,
  getCatalogForFile,
  getCatalogs,
} from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

type Messages = Record<string, unknown>;

/** Source of a part of a compiled message: its text, or the position of a value. */
function source(part: unknown): string | null {
  if (typeof part === 'string') return part;
  return Array.isArray(part) && part.length === 1 ? `{${part[0]}}` : null;
}

/** Whether a compiled message equals its key. */
function equalsKey(key: string, compiled: unknown): boolean {
  if (!Array.isArray(compiled)) return false;
  const parts = compiled.map(source);
  return !parts.includes(null) && parts.join('') === key;
}

/** The messages that differ from their keys. `activate.ts` compiles a key that has no message. */
export function slim(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([key, compiled]) => !equalsKey(key, compiled)));
}

/** The module of a compiled catalog. Literals that `JSON.parse` reads start faster than objects in code. */
function moduleOf(messages: Messages, isLiteral: boolean): string {
  const json = JSON.stringify(messages);
  return `export const messages = ${isLiteral ? `JSON.parse(${JSON.stringify(json)})` : json};`;
}

/**
 * Compiles the catalogs (`.po`) that modules import. In a build, the catalogs of the source language keep only the messages that
 * differ from their keys.
 */
export function catalogs(): Plugin {
  const config = getConfig();
  const { fallbackLocales = {}, rootDir = '', sourceLocale = '' } = config;
  const all = getCatalogs(config);
  let isBuild = false;
  return {
    name: 'suds-catalogs',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async transform(_, id) {
      if (!id.endsWith('.po')) return null;
      const found = getCatalogForFile(relative(rootDir, id), await all);
      if (!found) throw new Error(`${id} is not a catalog of lingui.config.ts`);
      const { catalog, locale } = found;
      for (const file of await getCatalogDependentFiles(catalog, locale)) this.addWatchFile(file);
      const { messages } = await catalog.getTranslations(locale, { fallbackLocales, sourceLocale });
      const { source: json, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' });
      const [first] = errors;
      if (first) throw new Error(`${id}: ${first.id}: ${first.error.message}`);
      const compiled = (JSON.parse(json) as { messages: Messages }).messages;
      const isSlim = isBuild && locale === sourceLocale;
      return { code: moduleOf(isSlim ? slim(compiled) : compiled, !isSlim), map: null };
    },
  };
}
