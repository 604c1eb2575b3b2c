import { useEffect, useState } from 'react';

/** Milliseconds of inactivity before the text is processed. */
const rest = 400;

/** `text` after a pause in typing. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
