import { i18n } from '@lingui/core';
import type { SiteEntry } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

type State = SiteEntry['state'];

const states: Record<State, { label: () => string; mood: Mood }> = {
  creating: { label: () => i18n._('Being made'), mood: 'busy' },
  active: { label: () => i18n._('Live'), mood: 'good' },
  suspended: { label: () => i18n._('Suspended'), mood: 'bad' },
  deleting: { label: () => i18n._('Being deleted'), mood: 'busy' },
  deleted: { label: () => i18n._('Deleted'), mood: 'over' },
};

export const stateOf = (state: State) => ({ label: states[state].label(), mood: states[state].mood });

/** Those that a list can be narrowed to. */
export const listedStates = ['active', 'suspended', 'deleting'] as const satisfies State[];
