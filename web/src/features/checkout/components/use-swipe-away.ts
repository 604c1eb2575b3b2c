import { type PointerEvent, useRef, useState } from 'react';
import { isAtEdge } from '@/shared/lib/screen-edge';

type Start = { x: number; y: number; pointer: number };

/**
 * Lets a finger drag an element to the right; beyond half the screen, it is dismissed. Only an alternative to
 * a button.
 */
export function useSwipeAway(enabled: boolean, onGone: () => void) {
  const start = useRef<Start | null>(null);
  const [offset, setOffset] = useState(0);
  const distance = (event: PointerEvent) => Math.max(0, event.clientX - (start.current?.x ?? 0));
  const end = () => {
    start.current = null;
    setOffset(0);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (!enabled || event.pointerType === 'mouse' || !event.isPrimary) return;
      if (isAtEdge(event.clientX, innerWidth)) return;
      start.current = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current?.pointer !== event.pointerId) return;
      setOffset(distance(event));
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current?.pointer !== event.pointerId) return;
      const gone = distance(event) > innerWidth / 2;
      end();
      if (gone) onGone();
    },
    onPointerCancel: end,
  };
  return { offset, handlers };
}
