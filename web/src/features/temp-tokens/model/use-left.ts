import { useEffect, useState } from 'react';
import { type HeldToken, left } from './held-token';

/** Whole seconds for which `token` is still good. */
export function useLeft(token: HeldToken): number {
  const [seconds, setSeconds] = useState(() => Math.ceil(left(token) / 1000));
  useEffect(() => {
    const look = () => {
      const now = left(token);
      setSeconds(Math.ceil(now / 1000));
      // At the next whole second, and by the clock: a phone that slept has not counted.
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
