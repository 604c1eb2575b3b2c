import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { type ReportName, reportQuery } from '@/features/reports/api/reports';
import { useList } from '@/shared/list/use-list';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { dayIn } from '../components/zoned';
import { daysOf } from '../reports/ranges';
import { ReportControls } from '../reports/report-controls';
import { ReportDownload } from '../reports/report-download';
import { askedOf, reportFields, reportNamed } from '../reports/report-filters';
import { ReportNav } from '../reports/report-nav';
import { ReportView } from '../reports/report-view';
import { reportTitle } from '../reports/report-words';
import { NotFoundPage } from './not-found-page';

function Shown({ name }: { name: ReportName }) {
  const list = useList(reportFields);
  const today = dayIn(site().timeZone);
  const asked = askedOf(list.state, today);
  const query = useQuery(reportQuery(name, asked));
  const title = reportTitle(name);
  return (
    <Page title={title} aside={query.data && <ReportDownload name={name} asked={asked} />}>
      <ReportNav />
      <ReportControls
        list={list}
        days={daysOf(list.state.range, today, list.state)}
        groups={query.data?.groups ?? []}
      />
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={96} />}
        failed={i18n._("Couldn't load report")}
      >
        {(report) => <ReportView name={name} report={report} />}
      </QueryView>
    </Page>
  );
}

/** Report for a date range. */
export function ReportPage() {
  const name = reportNamed(useParams().name);
  return name ? <Shown key={name} name={name} /> : <NotFoundPage />;
}
