/** As a `ref`: what appears has the focus from the moment that it can be seen, so that no key goes elsewhere in between. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}
