import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
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

/**
 * The mode in which the present page was opened. It decides where a visitor is led: turning the device changes how a
 * page looks, never which page it is.
 */
export function useArrivalMode(): Mode {
  const mode = useMode();
  const { pathname } = useLocation();
  const [arrival, arrive] = useState({ pathname, mode });
  if (arrival.pathname === pathname) return arrival.mode;
  arrive({ pathname, mode });
  return mode;
}
