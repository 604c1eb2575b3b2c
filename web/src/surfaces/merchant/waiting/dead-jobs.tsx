import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deadJobsQuery, discardJob, retryJob } from '@/features/waiting/api/waiting';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { DeadJob } from '@/shared/api/types';
import { Age } from '@/shared/office/age';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
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
      onSuccess: () => toast(i18n._('It is being tried again.')),
      onError: (error) => void dialogs.error({ title: errorTitle(error), text: errorText(error) }),
    });
  const giveUp = () =>
    askAndDo(
      {
        title: i18n._('Discard {kind}?', { kind: work }),
        text: i18n._('It will never be done, and cannot be brought back.'),
        word: i18n._('Discard'),
        yes: i18n._('Discard'),
        done: i18n._('It is discarded.'),
      },
      () => discard.mutateAsync(job.jobId),
    );
  return (
    <>
      <Button size="small" disabled={busy} onClick={tryAgain} aria-label={`${i18n._('Try again')}: ${work}`}>
        {i18n._('Try again')}
      </Button>
      <Button
        size="small"
        color="error"
        disabled={busy}
        onClick={giveUp}
        aria-label={`${i18n._('Discard')}: ${work}`}
      >
        {i18n._('Discard')}
      </Button>
    </>
  );
}

/** Work in the background that was given up. */
export function DeadJobs() {
  const columns: [Column<DeadJob>, ...Column<DeadJob>[]] = [
    { id: 'kind', head: i18n._('Work'), cell: ({ kind }) => jobName(kind) },
    { id: 'error', head: i18n._('Why it failed'), cell: ({ error }) => error ?? '–' },
    {
      id: 'attempts',
      head: i18n._('Tried'),
      cell: ({ attempts }) => attempts,
      numeric: true,
      phone: 'never',
    },
    { id: 'since', head: i18n._('Since'), cell: ({ createdAt }) => <Age at={createdAt} />, numeric: true },
  ];
  return (
    <SectionCard title={i18n._('Given up')}>
      <QueryView
        query={useQuery(deadJobsQuery())}
        skeleton={<Skeleton count={2} height={44} />}
        failed={i18n._('Unable to get what was given up')}
      >
        {(jobs) => (
          <DataTable
            label={i18n._('Given up')}
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
