import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import styles from './json-editor.module.css';
import { placeAt, rangeAt, wordAt } from './place';
import { mistakesIn, namesAt, strangersIn, valuesAt } from './schema';

/** Completions at the cursor: keys of the enclosing object, or values for the key before it. */
function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const { from, typed } = wordAt(state, pos);
  if (!typed && !explicit) return null;
  const { path, isName } = placeAt(state, from);
  const known = isName ? namesAt(path) : valuesAt(path);
  // A closing quote may already be there.
  const to = typed.startsWith('"') && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  const options = known.map(({ name, about }) => ({
    label: isName ? `"${name}"` : name,
    type: isName ? 'property' : 'enum',
    ...(about && { info: about }),
  }));
  return options.length > 0 ? { from, to, options } : null;
}

const parse = jsonParseLinter();

/** JSON syntax errors, otherwise schema errors and unknown keys. */
function mistakes(view: EditorView): Diagnostic[] {
  const unreadable = parse(view);
  if (unreadable.length > 0) return unreadable;
  const config: unknown = JSON.parse(view.state.doc.toString());
  const wrong = mistakesIn(config).map(({ path, message }) => ({
    ...rangeAt(view.state, path),
    severity: 'error' as const,
    message: `${path.join('.')}: ${message}`,
  }));
  const strange = strangersIn(config).map((path) => ({
    ...rangeAt(view.state, path.map(String)),
    severity: path.length > 1 ? ('warning' as const) : ('info' as const),
    message:
      path.length > 1
        ? i18n._("Unknown name. It won't be saved.")
        : i18n._("Unknown name. It's saved as is."),
  }));
  return [...wrong, ...strange];
}

type Props = {
  /** Initial text; a different text resets the editor. */
  text: string;
  label: string;
  onChange: (text: string) => void;
};

/** JSON editor with highlighting, validation against the site config schema, and completion. */
export function JsonEditor({ text, label, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          json(),
          linter(mistakes),
          autocompletion({ override: [complete] }),
          EditorView.lineWrapping,
          // Tab moves the focus out of the editor, as elsewhere.
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...completionKeymap,
            ...lintKeymap,
          ]),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [text, label]);
  return <div ref={place} className={styles.editor} />;
}
