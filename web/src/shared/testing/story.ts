import type { ComponentType } from 'react';

/**
 * Component in its states, for the page `/dev/kit` of `scripts/dev`. Files named `*.stories.tsx` export it as
 * `story`.
 */
export type Story = {
  title: string;
  /** By state name. In a state named `focus`, the first control looks focused by keyboard. */
  states: Record<string, ComponentType>;
  /** States that cover the page. The kit opens one at a time. */
  dialogs?: Record<string, ComponentType<{ onClose: () => void }>>;
};
