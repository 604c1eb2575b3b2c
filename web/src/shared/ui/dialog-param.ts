import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Opens a dialog of the page when the address asks for it by this name. */
export function useDialogParam(name: string, open: () => void) {
  const [query, setQuery] = useSearchParams();
  const latest = useRef(open);
  latest.current = open;
  const asked = query.has(name);
  useEffect(() => {
    if (!asked) return;
    latest.current();
    // The address has done its work; kept, it would open the dialog again.
    const without = (old: URLSearchParams) => {
      old.delete(name);
      return old;
    };
    setQuery(without, { replace: true, preventScrollReset: true });
  }, [asked, name, setQuery]);
}
