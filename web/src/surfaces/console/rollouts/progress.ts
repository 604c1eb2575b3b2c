import type { Rollout } from '@/shared/api/types';
import type { RolloutAct } from '../api/rollouts';

/** How far a rollout is: how many sites it is about, and how many have had their turn. */
export function progressOf({ waves }: Pick<Rollout, 'waves'>) {
  const sum = (of: (wave: Rollout['waves'][number]) => number) =>
    waves.reduce((all, wave) => all + of(wave), 0);
  const [sites, moved, failed] = [sum((w) => w.sites), sum((w) => w.moved), sum((w) => w.failed)];
  return { sites, moved, failed, share: sites === 0 ? 1 : (moved + failed) / sites };
}

/** What can be done about a rollout as it stands. A database's schema knows no way back. */
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
