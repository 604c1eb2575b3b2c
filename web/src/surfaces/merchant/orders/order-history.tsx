import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { orderHistoryQuery } from '@/features/checkout/api/admin-orders';
import type { OrderHistory as History } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { actName, actorOf } from '../audit/audit-words';
import { roleName } from '../people/role-words';
import { mailName } from '../settings/mails/mail-names';
import { jobName } from '../waiting/job-words';
import { activityLines, type OrderAct } from './order-activity';
import styles from './order-timeline.module.css';

type Job = History['jobs'][number];

function ofAct({ action, detail }: OrderAct): string {
  const { mail } = detail as { mail?: string };
  return action === 'mail_sent' && mail
    ? i18n._('{template} email sent', { template: mailName(mail) })
    : actName(action);
}

/** Name of the actor; empty for the shop itself. */
function whoOf(act: OrderAct): string {
  if (!act.actor.startsWith('customer:')) return '';
  return [actorOf(act), ...(act.role ? [roleName(act.role)] : [])].join(' · ');
}

function ofJob({ kind, state, dueAt }: Job): string {
  const name = jobName(kind);
  return state === 'dead'
    ? i18n._('{kind} failed', { kind: name })
    : i18n._('{kind} scheduled for {time}', { time: dateTime(dueAt), kind: name });
}

/** Activity of an order: events, sent emails and open background jobs. */
export function OrderHistory({ transRecordId, currency }: { transRecordId: string; currency: string }) {
  const query = useQuery(orderHistoryQuery(transRecordId));
  return (
    <SectionCard title={i18n._('Activity')}>
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={44} />}
        failed={i18n._("Couldn't load activity")}
      >
        {({ acts, jobs }) =>
          acts.length + jobs.length === 0 ? (
            <p>{i18n._('No activity yet')}</p>
          ) : (
            <ol className={styles.events}>
              {jobs.map((job) => (
                <li key={`job ${job.jobId}`} className={styles.event}>
                  <span>{ofJob(job)}</span>
                  {job.error && <span className={styles.about}>{job.error}</span>}
                  <time dateTime={job.createdAt}>{dateTime(job.createdAt)}</time>
                </li>
              ))}
              {acts.map((act) => (
                <li key={`${act.at} ${act.action} ${act.actor}`} className={styles.event}>
                  <span>{[ofAct(act), whoOf(act)].filter(Boolean).join(' · ')}</span>
                  {activityLines(act, currency).map((change) => (
                    <span key={change} className={styles.about}>
                      {change}
                    </span>
                  ))}
                  <time dateTime={act.at}>{dateTime(act.at)}</time>
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </SectionCard>
  );
}
