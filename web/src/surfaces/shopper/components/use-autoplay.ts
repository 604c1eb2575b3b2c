import { useEffect, useEffectEvent, useState } from 'react';

const interval = 4000;

function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Calls `next` every four seconds while playing, not paused by the person, and visible. */
export function useAutoplay(possible: boolean, next: () => void) {
  const [playing, setPlaying] = useState(() => possible && !calm());
  const [held, setHeld] = useState(false);
  const step = useEffectEvent(next);
  useEffect(() => {
    if (!playing || held) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') step();
    }, interval);
    return () => clearInterval(timer);
  }, [playing, held]);
  return {
    playing,
    toggle: () => setPlaying(!playing),
    hold: () => setHeld(true),
    release: () => setHeld(false),
  };
}
