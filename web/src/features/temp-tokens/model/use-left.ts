import { useEffect, useState } from 'react';
import { type HeldToken, left } from './held-token';

/** Remaining whole seconds of `token`. */
export function useLeft(token: HeldToken): number {
  const [seconds, setSeconds] = useState(() => Math.ceil(left(token) / 1000));
  useEffect(() => {
    const look = () => {
      const now = left(token);
      setSeconds(Math.ceil(now / 1000));
      // At the next whole second of the clock, because a sleeping phone doesn't run timers.
      return now > 0 ? setTimeout(() => (timer = look()), now % 1000 || 1000) : undefined;
    };
    let timer = look();
    const woken = () => {
      if (document.visibilityState !== 'visible') return;
      clearTimeout(timer);
      timer = look();
    };
    document.addEventListener('visibilitychange', woken);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', woken);
    };
  }, [token]);
  return seconds;
}
