import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import quotedTexts from './quoted-texts.json';

/** Texts in the client's sources: string literals and JSX texts. Excludes tests. */
function textsOfSources(): Set<string> {
  const texts = new Set<string>();
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  for (const file of files.filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|^locales|api\.gen/.test(name),
  )) {
    const source = ts.createSourceFile(file, readFileSync(join('src', file), 'utf8'), ts.ScriptTarget.Latest);
    const read = (node: ts.Node) => {
      if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.add(node.text.trim());
      ts.forEachChild(node, read);
    };
    read(source);
  }
  return texts;
}

it('uses every quoted text of the web client to the letter', () => {
  const texts = textsOfSources();
  const onWeb = quotedTexts.filter(({ used }) => used.includes('web')).map(({ text }) => text);
  expect(onWeb.length).toBeGreaterThan(100);
  expect(onWeb.filter((text) => !texts.has(text))).toEqual([]);
});

it('lists each quoted text once, with the part and section that quotes it', () => {
  const texts = quotedTexts.map(({ text }) => text);
  expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([]);
  for (const { text, section, used } of quotedTexts) {
    expect(section, text).toMatch(/^Part [12], section \d+(\.\d+)?$/);
    expect(used.length, text).toBeGreaterThan(0);
  }
});
