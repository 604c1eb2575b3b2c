import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { Rollout } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { duration } from '@/shared/format/durations';
import { BackLink } from '@/shared/office/back-link';
import stack from '@/shared/office/stack.module.css';
import { StateChip } from '@/shared/office/state-chip';
import { Facts } from '@/shared/ui/facts';
import { Icon } from '@/shared/ui/icon';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { meQuery } from '../api/own';
import { rolloutQuery } from '../api/rollouts';
import { useIsAtLeast } from '../roles';
import { progressOf } from '../rollouts/progress';
import { RolloutActs } from '../rollouts/rollout-acts';
import { RolloutSites } from '../rollouts/rollout-sites';
import { kindName, stateOf } from '../rollouts/rollout-words';
import { useLive } from '../rollouts/use-live';
import { WaveList } from '../rollouts/wave-list';
import { addressOf } from '../table';
import styles from './rollout-page.module.css';

function Progress({ rollout }: { rollout: Rollout }) {
  const { sites, moved, failed, share } = progressOf(rollout);
  const following = useLive(rollout.id, Boolean(rollout.finishedAt));
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.figure}>
        <strong>{i18n._('{percent}%', { percent: Math.floor(share * 100) })}</strong>
        <span>
          {i18n._('{moved} of {sites} updated, {failed} failed', { moved, sites, failed })}
          {following === 'asking' && ` · ${i18n._('live updates lost, checking periodically')}`}
        </span>
      </p>
      {rollout.reason && (
        <p className={styles.reason}>
          <Icon name="alert" size={20} />
          <span>
            {rollout.reason}{' '}
            {rollout.worstCrash?.siteId && (
              <Link to={addressOf('site', { id: rollout.worstCrash.siteId })}>
                {i18n._('View {site}', { site: rollout.worstCrash.site })}
              </Link>
            )}
          </span>
        </p>
      )}
    </div>
  );
}

/** Rollout with live progress. */
export function RolloutPage() {
  const { id = '' } = useParams();
  const query = useQuery(rolloutQuery(id));
  const { data: me } = useQuery(meQuery());
  const mayAct = useIsAtLeast('operator');
  const rollout = query.data;
  const title =
    rollout && i18n._('{kind} to {target}', { kind: kindName(rollout.kind), target: rollout.target });
  return (
    <>
      <BackLink to={addressOf('rollouts')} label={i18n._('Rollouts')} />
      <Page
        {...(title && { title })}
        aside={
          rollout && mayAct && rollout.environment === me?.environment && <RolloutActs rollout={rollout} />
        }
      >
        <QueryView
          query={query}
          skeleton={<Skeleton count={2} height={160} />}
          failed={i18n._("Couldn't load rollout")}
        >
          {(known) => (
            <div className={stack.stack}>
              <SectionCard title={i18n._('Progress')} action={<StateChip {...stateOf(known.state)} />}>
                <Progress rollout={known} />
                <WaveList waves={known.waves} />
              </SectionCard>
              <SectionCard title={i18n._('Rollout')}>
                <Facts
                  facts={[
                    [i18n._('Environment'), known.environment],
                    [i18n._({ id: 'version|From', message: 'From' }), known.from ?? '–'],
                    [i18n._({ id: 'version|To', message: 'To' }), known.target],
                    [i18n._('Started'), dateTime(known.startedAt)],
                    [i18n._('Started by'), known.startedByEmail ?? known.startedBy],
                    [
                      i18n._({ id: 'date|Ended', message: 'Ended' }),
                      known.finishedAt ? dateTime(known.finishedAt) : '–',
                    ],
                    [i18n._('Bake time'), duration(known.waitSeconds)],
                  ]}
                />
              </SectionCard>
              <SectionCard title={i18n._('Sites')}>
                <RolloutSites id={known.id} />
              </SectionCard>
            </div>
          )}
        </QueryView>
      </Page>
    </>
  );
}
