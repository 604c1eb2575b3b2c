import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '@/features/waiting/api/waiting';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { BouncedMails } from '../waiting/bounced-mails';
import { DeadJobs } from '../waiting/dead-jobs';
import { FailedTemplates } from '../waiting/failed-templates';
import { WaitingList } from '../waiting/waiting-list';

/** Items that need attention. */
export function WaitingPage() {
  return (
    <Page>
      <QueryView
        query={useQuery(waitingQuery())}
        skeleton={<Skeleton count={3} height={84} />}
        failed={i18n._("Couldn't load items")}
        empty={
          <StateView
            icon="check"
            title={i18n._("You're all caught up")}
            text={i18n._('Payments, orders and jobs that need your attention will appear here.')}
          />
        }
      >
        {(work) => (
          <>
            <WaitingList work={work} />
            {work.some(({ kind }) => kind === 'bounced_mails') && <BouncedMails />}
            {work.some(({ kind }) => kind === 'failed_templates') && <FailedTemplates />}
            {work.some(({ kind }) => kind === 'dead_jobs' || kind === 'undelivered_mails') && <DeadJobs />}
          </>
        )}
      </QueryView>
    </Page>
  );
}
