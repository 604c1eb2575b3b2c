import { editedBy } from './edited-by';
import type { PreviewChosen } from './protocol';

const outline = '3px solid var(--focus)';

let unmark: (() => void) | null = null;

function mark(element: Element) {
  unmark?.();
  if (!(element instanceof HTMLElement)) return;
  const { outline: before, outlineOffset } = element.style;
  element.style.outline = outline;
  element.style.outlineOffset = '-3px';
  unmark = () => {
    Object.assign(element.style, { outline: before, outlineOffset });
    unmark = null;
  };
}

function onPoint(event: Event) {
  const found = event.target instanceof Element ? editedBy(event.target) : null;
  if (found) mark(found.element);
  else unmark?.();
}

/** Cancels the click in the shop and reports its target to the back office. */
function onChoose(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  const found = event.target instanceof Element ? editedBy(event.target) : null;
  if (!found) return;
  const message: PreviewChosen = { kind: 'suds:preview-chosen', path: found.path };
  window.parent.postMessage(message, location.origin);
}

/** While choosing an element to edit, the shop's own links and buttons are inactive. */
export function point(on: boolean) {
  const change = on ? 'addEventListener' : 'removeEventListener';
  for (const move of ['pointerover', 'focusin']) document[change](move, onPoint, true);
  for (const press of ['click', 'submit']) document[change](press, onChoose, true);
  if (!on) unmark?.();
}
