import { useEffect } from 'react';
import { held, useHeld } from '../lib/held';

/** Number of mounted views that must not be interrupted. */
const shown = held(0);

/** Blocks interruptions while mounted, such as during a scan or a payment. */
export function useUndisturbed() {
  useEffect(() => {
    shown.write(shown.read() + 1);
    return () => shown.write(shown.read() - 1);
  }, []);
}

export function useIsUndisturbed(): boolean {
  return useHeld(shown) > 0;
}
