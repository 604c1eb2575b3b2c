import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** Opens a dialog of the page named in the URL, once per visit. */
export function useDialogParam(name: string, open: () => unknown) {
  const [query, setQuery] = useSearchParams();
  const { key } = useLocation();
  const answer = useEffectEvent(open);
  const answered = useRef('');
  const asked = query.has(name);
  useEffect(() => {
    if (!asked || answered.current === key) return;
    answered.current = key;
    answer();
    // Otherwise, the URL would open the dialog again.
    const without = (old: URLSearchParams) => {
      old.delete(name);
      return old;
    };
    setQuery(without, { replace: true, preventScrollReset: true });
  }, [asked, key, name, setQuery]);
}
