import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deadJobsQuery, discardJob, retryJob } from '@/features/waiting/api/waiting';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { DeadJob } from '@/shared/api/types';
import { Age } from '@/shared/office/age';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { jobName } from './job-words';

function Actions({ job }: { job: DeadJob }) {
  const retry = useMutation(retryJob());
  const discard = useMutation(discardJob());
  const busy = retry.isPending || discard.isPending;
  const work = jobName(job.kind);
  const tryAgain = () =>
    retry.mutate(job.jobId, {
      onSuccess: () => toast(i18n._('Retrying job')),
      onError: (error) => void dialogs.error({ title: errorTitle(error), text: errorText(error) }),
    });
  const giveUp = () =>
    askAndDo(
      {
        title: i18n._('Discard job?', { kind: work }),
        text: i18n._("This job won't run. You can't undo this."),
        word: i18n._('Discard'),
        yes: i18n._('Discard'),
        done: i18n._('Job discarded'),
      },
      () => discard.mutateAsync(job.jobId),
    );
  return (
    <>
      <BusyButton size="small" busy={busy} onClick={tryAgain} aria-label={`${i18n._('Try again')}: ${work}`}>
        {i18n._('Try again')}
      </BusyButton>
      <BusyButton
        size="small"
        color="error"
        busy={busy}
        onClick={giveUp}
        aria-label={`${i18n._('Discard')}: ${work}`}
      >
        {i18n._('Discard')}
      </BusyButton>
    </>
  );
}

/** Failed background jobs. */
export function DeadJobs() {
  const columns: [Column<DeadJob>, ...Column<DeadJob>[]] = [
    { id: 'kind', head: i18n._('Job'), cell: ({ kind }) => jobName(kind) },
    { id: 'error', head: i18n._('Error'), cell: ({ error }) => error ?? '–' },
    {
      id: 'attempts',
      head: i18n._('Attempts'),
      cell: ({ attempts }) => attempts,
      numeric: true,
      phone: 'never',
    },
    { id: 'since', head: i18n._('Since'), cell: ({ createdAt }) => <Age at={createdAt} />, numeric: true },
  ];
  return (
    <SectionCard title={i18n._('Failed jobs')}>
      <QueryView
        query={useQuery(deadJobsQuery())}
        skeleton={<Skeleton count={2} height={44} />}
        failed={i18n._("Couldn't load failed jobs")}
      >
        {(jobs) => (
          <DataTable
            label={i18n._('Failed jobs')}
            columns={columns}
            rows={jobs}
            keyOf={({ jobId }) => jobId}
            actions={(job) => <Actions job={job} />}
            actionsHead={i18n._('Actions')}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}
