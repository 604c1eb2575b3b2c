/** Place of the focus: an element, its ancestors from the inside out, and its position in each of them. */
type Place = { element: Element; ancestors: readonly { element: Element; index: number }[] };

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** Containers with a focus order independent of the page: dialogs, menus and toasts. */
const regions = '.MuiModal-root, [data-focus-region]';

/** Parts of a page; the focus doesn't leave them for another one. */
const landmarks = 'main, nav, [role="dialog"], [role="alertdialog"]';

/** Milliseconds after a change in which dialogs and pages move the focus themselves. */
const settles = 30;

/** Milliseconds after which a disabled element counts as gone. */
const patience = 1000;

const isUsable = (element: Element) =>
  element.isConnected && !element.matches(':disabled') && !element.closest('[aria-hidden="true"], [inert]');

function isVisible(element: Element): boolean {
  if (element instanceof HTMLInputElement && (element.hidden || element.type === 'hidden')) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

function placeOf(element: Element): Place {
  const ancestors: { element: Element; index: number }[] = [];
  let child = element;
  for (let parent = child.parentElement; parent && parent !== document.body; parent = child.parentElement) {
    ancestors.push({ element: parent, index: [...parent.children].indexOf(child) });
    child = parent;
  }
  return { element, ancestors };
}

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Focuses a heading, which the keyboard doesn't reach otherwise. */
function focusHeading(within: Element): boolean {
  const heading = within.querySelector('h1, h2, h3, h4');
  if (heading && !heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
  return focus(heading);
}

/** Usable element nearest to where a child of `parent` was: at its position, before it, then anywhere. */
function nearest(parent: Element, index: number): Element | undefined {
  const within = (element: Element | undefined) =>
    element &&
    [element, ...element.querySelectorAll('*')].find(
      (found) => found.matches(focusable) && isUsable(found) && isVisible(found),
    );
  return within(parent.children[index]) ?? within(parent.children[index - 1]) ?? within(parent);
}

/** Moves the focus to what replaced an element that is gone. */
function replace({ ancestors }: Place): boolean {
  for (const { element, index } of ancestors) {
    if (!isUsable(element)) continue;
    if (element.matches('main')) return focusHeading(element) || focus(element);
    if (focus(nearest(element, index))) return true;
    if (element.matches(landmarks)) break;
  }
  return focusPage();
}

/** Focuses the page's heading, as after a page load. */
function focusPage(): boolean {
  const main = document.getElementById('main');
  return main !== null && isUsable(main) && (focusHeading(main) || focus(main));
}

/**
 * Keeps the focus when its element is removed or disabled, which would move it to the document: to the
 * replacement, to the same element once it is enabled, or to where it was before a dialog.
 */
export function keepFocus(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  /** Last places by region; the current one last. */
  let places: Place[] = [];
  let timer: ReturnType<typeof setTimeout>;

  const regionOf = (place: Place) => place.ancestors.find(({ element }) => element.matches(regions))?.element;
  const isLost = () => {
    const active = document.activeElement;
    return !active?.isConnected || active === document.body || active.matches(':disabled');
  };

  /** Whether the region of a place is closed, or has nothing left to focus. */
  const isClosed = (place: Place) => {
    const region = regionOf(place);
    return region !== undefined && !(region.isConnected && region.querySelector(focusable));
  };

  const restore = () => {
    if (!isLost() || !document.hasFocus()) return;
    for (const place of places.toReversed()) {
      const { element } = place;
      if (element.isConnected && element.matches(':disabled')) {
        // Disabled while it works: the keyboard continues there, and it is enabled again.
        clearTimeout(timer);
        timer = setTimeout(() => isLost() && replace(place), patience);
        return;
      }
      if (isUsable(element) ? focus(element) : !isClosed(place) && replace(place)) return;
    }
    // A toast or a dialog that nothing on the page had opened.
    if (places.length > 0) focusPage();
  };
  const later = () => {
    clearTimeout(timer);
    if (isLost()) timer = setTimeout(restore, settles);
  };

  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element) || target === document.body) return;
      const place = placeOf(target);
      const region = regionOf(place);
      places = [...places.filter((other) => regionOf(other) !== region && other.element.isConnected), place];
    },
    { signal },
  );
  addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget || !(target instanceof Element)) return;
      // The person left the element, which is still there.
      setTimeout(() => {
        if (isUsable(target) && document.hasFocus() && isLost()) places = [];
        else later();
      });
    },
    { signal },
  );
  const changes = new MutationObserver(later);
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'aria-hidden', 'inert', 'hidden'],
  });
  return () => {
    clearTimeout(timer);
    stop.abort();
    changes.disconnect();
  };
}
