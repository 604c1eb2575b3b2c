/** For `ref`: focuses an element as soon as it appears, so that no key press is lost. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}
