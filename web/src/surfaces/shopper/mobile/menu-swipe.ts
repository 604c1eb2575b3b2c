import { useEffect, useEffectEvent } from 'react';
import { isAtEdge } from '@/shared/lib/screen-edge';

type Point = { x: number; y: number };

/** Whether a finger has moved right by more than half the screen, without moving up or down. */
export function opensMenu(from: Point, to: Point, screenWidth: number): boolean {
  const across = to.x - from.x;
  return across > screenWidth / 2 && Math.abs(to.y - from.y) < across / 2;
}

function scrollsSideways(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth) return false;
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
}

/** Cart lines, sliders, fields and scrolling rows use the gesture themselves. */
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

/** A swipe to the right inside the shell opens the menu. Only an alternative to its button. */
export function useMenuSwipe(open: () => void) {
  const swiped = useEffectEvent(open);
  useEffect(() => {
    const shell = document.getElementById('shell');
    if (!shell) return;
    let start: Point | null = null;
    const stop = new AbortController();
    const listen = (
      type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
      hear: (e: TouchEvent) => void,
    ) => shell.addEventListener(type, hear, { passive: true, signal: stop.signal });
    const end = () => {
      start = null;
    };
    listen('touchstart', (event) => {
      const own = event.touches.length > 1 || hasOwnUse(event.target as Element, shell);
      const from = place(event);
      start = own || isAtEdge(from.x, innerWidth) ? null : from;
    });
    listen('touchmove', (event) => {
      if (!start || !opensMenu(start, place(event), innerWidth)) return;
      end();
      swiped();
    });
    listen('touchend', end);
    listen('touchcancel', end);
    return () => stop.abort();
  }, []);
}
