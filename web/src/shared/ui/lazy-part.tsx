import { type ComponentType, startTransition, useCallback, useEffect, useState } from 'react';
import { loadCode } from './load-code';

function Nothing() {
  return null;
}

/**
 * Lazily loaded component. If loading fails, `Failed` replaces it while the rest of the app continues. It is
 * retried by `retry` and when the device is back online.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failed: ComponentType<P & { error: Error; retry: () => void }> = Nothing,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Part(props: P) {
    const [Loaded, show] = useState(() => loaded);
    const [failed, setFailed] = useState<Error>();
    const fetchCode = useCallback(() => {
      loadCode(load).then((code) => {
        loaded = code;
        startTransition(() => show(() => code));
      }, setFailed);
    }, []);
    useEffect(() => {
      if (!loaded) fetchCode();
    }, [fetchCode]);
    useEffect(() => {
      if (!failed) return;
      addEventListener('online', fetchCode);
      return () => removeEventListener('online', fetchCode);
    }, [failed, fetchCode]);
    if (Loaded) return <Loaded {...props} />;
    return failed ? <Failed {...props} error={failed} retry={fetchCode} /> : null;
  };
}
