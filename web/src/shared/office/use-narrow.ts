import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(width < 760px)');

function listen(changed: () => void) {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the screen is too narrow for columns. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => narrow().matches);
}
