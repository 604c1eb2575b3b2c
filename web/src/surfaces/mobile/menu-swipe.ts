import { type TouchEvent, useRef } from 'react';

type Point = { x: number; y: number };

/** Whether a finger has gone to the right by more than half the screen, and not up or down along the way. */
export function opensMenu(from: Point, to: Point, screenWidth: number): boolean {
  const across = to.x - from.x;
  return across > screenWidth / 2 && Math.abs(to.y - from.y) < across / 2;
}

function scrollsSideways(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth) return false;
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
}

/** Lines of the cart, sliders, fields and rows that scroll have a use of their own for the gesture. */
function hasOwnUse(target: Element, shell: Element): boolean {
  if (target.closest('[data-swipe="own"], input, select, textarea')) return true;
  for (let at: Element | null = target; at && at !== shell; at = at.parentElement) {
    if (scrollsSideways(at)) return true;
  }
  return false;
}

function place({ touches }: TouchEvent): Point {
  const touch = touches[0];
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 };
}

/** Handlers for the shell: a swipe to the right opens the menu. Only ever a second way to do what its button does. */
export function useMenuSwipe(open: () => void) {
  const start = useRef<Point | null>(null);
  const end = () => {
    start.current = null;
  };
  return {
    onTouchStart: (event: TouchEvent<Element>) => {
      const own = event.touches.length > 1 || hasOwnUse(event.target as Element, event.currentTarget);
      start.current = own ? null : place(event);
    },
    onTouchMove: (event: TouchEvent) => {
      if (!start.current || !opensMenu(start.current, place(event), innerWidth)) return;
      end();
      open();
    },
    onTouchEnd: end,
    onTouchCancel: end,
  };
}
