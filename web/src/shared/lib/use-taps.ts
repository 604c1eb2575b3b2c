import { useRef } from 'react';

/** Maximum milliseconds between two taps of a series. */
const pause = 1500;

/** Counts quick taps: returns whether a tap completes a series of `count`. */
export function useTaps(count: number) {
  const series = useRef({ taps: 0, last: 0 });
  return ({ timeStamp }: { timeStamp: number }): boolean => {
    const { taps, last } = series.current;
    const now = timeStamp - last < pause ? taps + 1 : 1;
    const ends = now >= count;
    series.current = { taps: ends ? 0 : now, last: timeStamp };
    return ends;
  };
}
