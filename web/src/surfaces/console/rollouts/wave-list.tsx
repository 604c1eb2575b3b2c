import { i18n } from '@lingui/core';
import type { CSSProperties } from 'react';
import type { Rollout } from '@/shared/api/types';
import { StateChip } from '@/shared/office/state-chip';
import { waveName, waveState } from './rollout-words';
import styles from './wave-list.module.css';

/** Waves of a rollout with their progress. */
export function WaveList({ waves }: Pick<Rollout, 'waves'>) {
  return (
    <ol className={styles.waves} aria-label={i18n._('Waves')}>
      {waves.map(({ name, sites, moved, failed, state }, index) => {
        const share = { '--moved': moved / (sites || 1), '--failed': failed / (sites || 1) } as CSSProperties;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: waves keep their order and can have equal percentages
          <li key={index} className={styles.wave} data-state={state}>
            <span className={styles.name}>{waveName(name)}</span>
            <StateChip {...waveState(state)} />
            <span className={styles.bar} style={share} aria-hidden="true">
              <i />
              <b />
            </span>
            <span className={styles.count}>
              {i18n._('{moved} of {sites}', { moved, sites })}
              {failed > 0 && (
                <strong className={styles.failed}> · {i18n._('{failed} failed', { failed })}</strong>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
