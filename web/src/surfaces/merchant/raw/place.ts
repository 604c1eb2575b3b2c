import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

const textOf = (state: EditorState, { from, to }: SyntaxNode) => state.sliceDoc(from, to);

function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName');
  try {
    return name ? String(JSON.parse(textOf(state, name))) : '';
  } catch {
    return '';
  }
}

function indexOf(item: SyntaxNode): number {
  let index = 0;
  for (let before = item.prevSibling; before; before = before.prevSibling) {
    if (!['[', ',', '⚠'].includes(before.name)) index += 1;
  }
  return index;
}

/** Path of a JSON node. */
function pathTo(state: EditorState, node: SyntaxNode): (string | number)[] {
  const path: (string | number)[] = [];
  for (let here: SyntaxNode | null = node; here?.parent; here = here.parent) {
    if (here.name === 'Property') path.unshift(nameOf(state, here));
    else if (here.parent.name === 'Array' && !['[', ']', ','].includes(here.name))
      path.unshift(indexOf(here));
  }
  return path;
}

/** Range of the value at a path, or of its nearest ancestor. */
export function rangeAt(state: EditorState, path: readonly string[]): { from: number; to: number } {
  let here = syntaxTree(state).topNode.firstChild;
  for (const part of path) {
    const inner: SyntaxNode | null | undefined =
      here?.name === 'Array'
        ? here
            .getChildren('Object')
            .concat(values(here))
            .find((item) => indexOf(item) === Number(part))
        : here?.getChildren('Property').find((property) => nameOf(state, property) === part)?.lastChild;
    if (!inner) break;
    here = inner;
  }
  return here ? { from: here.from, to: here.to } : { from: 0, to: 0 };
}

function values(array: SyntaxNode): SyntaxNode[] {
  return ['String', 'Number', 'True', 'False', 'Null', 'Array'].flatMap((kind) => array.getChildren(kind));
}

/** Partial word before the cursor, including its opening quote. */
export function wordAt(state: EditorState, pos: number): { from: number; typed: string } {
  const line = state.sliceDoc(state.doc.lineAt(pos).from, pos);
  const quotes = [...line.matchAll(/(?<!\\)"/g)];
  const open = quotes.length % 2 === 1 ? quotes.at(-1)?.index : undefined;
  const typed = open === undefined ? (/\w*$/.exec(line)?.[0] ?? '') : line.slice(open);
  return { from: pos - typed.length, typed };
}

/** Whether a key or a value is typed at `pos`, with the enclosing object's path or the value's path. */
export function placeAt(state: EditorState, pos: number): { path: (string | number)[]; isName: boolean } {
  const before = state.sliceDoc(0, pos).trimEnd();
  let here: SyntaxNode | null = syntaxTree(state).resolveInner(before.length, -1);
  const wanted = before.endsWith(':') ? ['Property'] : ['Object', 'Array'];
  // A node that ends right before the cursor doesn't contain it.
  while (here && (!wanted.includes(here.name) || (/[\]}]$/.test(before) && here.to === before.length))) {
    here = here.parent;
  }
  if (!here) return { path: [], isName: true };
  const path = pathTo(state, here);
  return here.name === 'Array'
    ? { path: [...path, 0], isName: false }
    : { path, isName: here.name === 'Object' };
}
