import { useEffect } from 'react';
import { held, useHeld } from '../lib/held';

/** How many things are shown that nothing may come in the way of. */
const shown = held(0);

/** As long as this is shown nobody is asked about anything else: a code is before a scanner, or somebody pays. */
export function useUndisturbed() {
  useEffect(() => {
    shown.write(shown.read() + 1);
    return () => shown.write(shown.read() - 1);
  }, []);
}

export function useIsUndisturbed(): boolean {
  return useHeld(shown) > 0;
}
