import { i18n } from '@lingui/core';
import type { Rollout, RolloutSite } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

type Words = { label: () => string; mood: Mood };

const kinds: Record<Rollout['kind'], () => string> = {
  app: () => i18n._('App'),
  schema: () => i18n._('Site configs'),
  database: () => i18n._('Databases'),
};

export const kindName = (kind: Rollout['kind']) => kinds[kind]();

const states: Record<Rollout['state'], Words> = {
  running: { label: () => i18n._('In progress'), mood: 'busy' },
  paused: { label: () => i18n._('Paused'), mood: 'told' },
  held: { label: () => i18n._('On hold'), mood: 'bad' },
  rolling_back: { label: () => i18n._('Rolling back'), mood: 'busy' },
  done: { label: () => i18n._('Completed'), mood: 'good' },
  rolled_back: { label: () => i18n._('Rolled back'), mood: 'over' },
};

export const stateOf = (state: Rollout['state']) => ({
  label: states[state].label(),
  mood: states[state].mood,
});

export const rolloutStates = Object.keys(states) as Rollout['state'][];
export const rolloutKinds = Object.keys(kinds) as Rollout['kind'][];

const waves: Record<string, () => string> = {
  canary: () => i18n._('Canary'),
  chosen: () => i18n._('Selected sites'),
  all: () => i18n._('Remaining sites'),
};

/** Display name of a wave; percentages are shown as is. */
export const waveName = (name: string) => waves[name]?.() ?? name;

const waveStates: Record<Rollout['waves'][number]['state'], Words> = {
  waiting: { label: () => i18n._('Pending'), mood: 'over' },
  moving: { label: () => i18n._('Updating'), mood: 'busy' },
  watching: { label: () => i18n._('Baking'), mood: 'told' },
  done: { label: () => i18n._('Completed'), mood: 'good' },
};

export const waveState = (state: Rollout['waves'][number]['state']) => ({
  label: waveStates[state].label(),
  mood: waveStates[state].mood,
});

const moves: Record<RolloutSite['state'], Words> = {
  waiting: { label: () => i18n._('Pending'), mood: 'over' },
  moved: { label: () => i18n._('Updated'), mood: 'good' },
  failed: { label: () => i18n._('Failed'), mood: 'bad' },
  rolled_back: { label: () => i18n._('Rolled back'), mood: 'told' },
};

export const moveOf = (state: RolloutSite['state']) => ({
  label: moves[state].label(),
  mood: moves[state].mood,
});

export const moveStates = Object.keys(moves) as RolloutSite['state'][];
