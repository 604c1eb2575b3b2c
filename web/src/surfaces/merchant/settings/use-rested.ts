import { useEffect, useState } from 'react';

/** Milliseconds for which nothing is typed before it is looked at. */
const rest = 400;

/** `text` once it has not changed for a moment. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
