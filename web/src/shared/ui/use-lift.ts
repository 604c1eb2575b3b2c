import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Box, liftClear } from './free-place';

const pressable = 'a[href], button, input, select, textarea, [role="button"]';
const settled = 100;

function inSight(element: Element): Box | null {
  if (element.closest('[aria-hidden="true"]') || !element.checkVisibility({ visibilityProperty: true }))
    return null;
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight && box.width > 1 ? box : null;
}

/** Places a stack raised by a number of pixels, and reports the result. */
function place(stack: HTMLElement, lifted: number): number {
  const toasts = [...stack.children].map((toast) => toast.getBoundingClientRect());
  if (toasts.length === 0) return lifted;
  const box = {
    top: Math.min(...toasts.map(({ top }) => top)) + lifted,
    bottom: Math.max(...toasts.map(({ bottom }) => bottom)) + lifted,
    left: Math.min(...toasts.map(({ left }) => left)),
    right: Math.max(...toasts.map(({ right }) => right)),
  };
  const others = [...document.querySelectorAll(pressable)].filter((element) => !stack.contains(element));
  const obstacles = others.map(inSight).filter((found) => found !== null);
  const lift = liftClear(box, obstacles);
  stack.style.translate = `0 ${-lift}px`;
  return lift;
}

/** Keeps toasts from covering controls, even while the page below moves. */
export function useLift(stack: RefObject<HTMLElement | null>, count: number) {
  const lift = useRef(0);
  useLayoutEffect(() => {
    const element = stack.current;
    if (!element || count === 0) return;
    lift.current = place(element, lift.current);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        lift.current = place(element, lift.current);
      }, settled);
    };
    const stop = new AbortController();
    addEventListener('scroll', later, { capture: true, passive: true, signal: stop.signal });
    addEventListener('resize', later, { signal: stop.signal });
    // A new toast is still sliding up.
    element.addEventListener('animationend', later, { signal: stop.signal });
    // Dialogs and other pages have their own buttons.
    const changes = new MutationObserver(later);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      stop.abort();
      changes.disconnect();
    };
  }, [stack, count]);
}
