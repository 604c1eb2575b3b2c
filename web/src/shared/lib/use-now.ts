import { useEffect, useState } from 'react';

/** The time in milliseconds, of late: it goes on every so many milliseconds as long as it is shown. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
