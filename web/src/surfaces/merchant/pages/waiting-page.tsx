import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '@/features/waiting/api/waiting';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { BouncedMails } from '../waiting/bounced-mails';
import { DeadJobs } from '../waiting/dead-jobs';
import { WaitingList } from '../waiting/waiting-list';

/** What a person has to see to. */
export function WaitingPage() {
  return (
    <Page>
      <QueryView
        query={useQuery(waitingQuery())}
        skeleton={<Skeleton count={3} height={84} />}
        failed={i18n._('Unable to get what waits')}
        empty={
          <StateView
            icon="check"
            title={i18n._('Nothing waits')}
            text={i18n._('What needs a person stands here, with what can be done about it.')}
          />
        }
      >
        {(work) => (
          <>
            <WaitingList work={work} />
            {work.some(({ kind }) => kind === 'bounced_mails') && <BouncedMails />}
            {work.some(({ kind }) => kind === 'dead_jobs' || kind === 'undelivered_mails') && <DeadJobs />}
          </>
        )}
      </QueryView>
    </Page>
  );
}
