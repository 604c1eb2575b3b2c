import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { placeAt, rangeAt, wordAt } from './place';

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [json()] });

it.each([
  ['{"companyName": "A", "ha', '"ha', [], true],
  ['{"companyName": "A", "has_ecom": tr', 'tr', ['has_ecom'], false],
  ['{"brand": {"radius": "', '"', ['brand', 'radius'], false],
  ['{"carousel": [{"text": "a, b"}, {"he', '"he', ['carousel', 1], true],
  ['{"brand": {"radius": "round"}, ', '', [], true],
])('finds the path at the cursor: %j', (doc, typed, path, isName) => {
  const state = stateOf(doc);
  const word = wordAt(state, doc.length);
  expect(word.typed).toBe(typed);
  expect(placeAt(state, word.from)).toEqual({ path, isName });
});

it('finds the value at a path', () => {
  const doc = '{"a": {"b": [1, "two", {"c": 3}]}}';
  const state = stateOf(doc);
  const at = (...path: string[]) => {
    const { from, to } = rangeAt(state, path);
    return doc.slice(from, to);
  };
  expect(at('a', 'b', '1')).toBe('"two"');
  expect(at('a', 'b', '2', 'c')).toBe('3');
  expect(at('a', 'x')).toBe('{"b": [1, "two", {"c": 3}]}');
});
