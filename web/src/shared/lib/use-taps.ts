import { useEffect, useRef } from 'react';

/** Milliseconds between two taps of one series. */
const pause = 1500;

/** Runs `act` after `count` quick presses on what the ref names: a way in for those who know that it is there. */
export function useTaps<T extends HTMLElement>(count: number, act: () => void) {
  const target = useRef<T>(null);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const element = target.current;
    let taps = 0;
    let last = 0;
    const tap = (event: MouseEvent) => {
      taps = event.timeStamp - last < pause ? taps + 1 : 1;
      last = event.timeStamp;
      if (taps < count) return;
      taps = 0;
      latest.current();
    };
    element?.addEventListener('click', tap);
    return () => element?.removeEventListener('click', tap);
  }, [count]);
  return target;
}
