import type { Rollout } from '@/shared/api/types';
import type { RolloutAct } from '../api/rollouts';

/** Progress of a rollout: its number of sites, and how many are done. */
export function progressOf({ waves }: Pick<Rollout, 'waves'>) {
  const sum = (of: (wave: Rollout['waves'][number]) => number) =>
    waves.reduce((all, wave) => all + of(wave), 0);
  const [sites, moved, failed] = [sum((w) => w.sites), sum((w) => w.moved), sum((w) => w.failed)];
  return { sites, moved, failed, share: sites === 0 ? 1 : (moved + failed) / sites };
}

/** Actions available in the rollout's state. Database schemas can't be rolled back. */
export function actsOn({ state, kind }: Pick<Rollout, 'state' | 'kind'>): RolloutAct[] {
  const back: RolloutAct[] = kind === 'database' ? [] : ['rollback'];
  switch (state) {
    case 'running':
      return ['pause', ...back];
    case 'paused':
    case 'held':
      return ['resume', ...back];
    case 'done':
      return back;
    case 'rolling_back':
    case 'rolled_back':
      return [];
  }
}
