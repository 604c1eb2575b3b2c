import { type ComponentType, startTransition, useCallback, useEffect, useState } from 'react';
import { loadCode } from './load-code';

function Nothing() {
  return null;
}

/**
 * A component whose code is fetched when it is first shown. Where that fails `Failed` stands in its place, and the
 * rest of the app stays as it is; it is tried again by `retry` and once the device is online again.
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
