import { useSyncExternalStore } from 'react';
import { decideMode, type Mode, narrowQuery } from '@/shared/site/mode-state';

function subscribe(changed: () => void) {
  const narrow = matchMedia(narrowQuery);
  narrow.addEventListener('change', changed);
  addEventListener('hashchange', changed);
  return () => {
    narrow.removeEventListener('change', changed);
    removeEventListener('hashchange', changed);
  };
}

export function useMode(): Mode {
  return useSyncExternalStore(subscribe, decideMode);
}
