import { useSyncExternalStore } from 'react';
import type { HostedForm } from '@/shared/api/types';
import type { FormEvent } from './form-messages';

export type CardDialog = {
  form: HostedForm;
  /** True once the form is done and the answer is on its way. */
  saving: boolean;
  said: (event: FormEvent) => void;
};

let current: CardDialog | null = null;
const listeners = new Set<() => void>();

export function showCardDialog(next: CardDialog | null) {
  current = next;
  for (const listener of listeners) listener();
}

export function useCardDialog(): CardDialog | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}
