import type { ComponentType } from 'react';

/** A component in its states, for the page `/dev/kit` of `scripts/dev`. A file `*.stories.tsx` exports it as `story`. */
export type Story = {
  title: string;
  /** By the name of the state. In a state named `focus`, the first control looks as it does with the keyboard's focus. */
  states: Record<string, ComponentType>;
  /** States that cover the page. The kit opens one at a time. */
  dialogs?: Record<string, ComponentType<{ onClose: () => void }>>;
};
