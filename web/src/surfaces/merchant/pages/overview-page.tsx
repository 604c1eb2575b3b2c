import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ReportName, reportQuery } from '@/features/reports/api/reports';
import { waitingQuery } from '@/features/waiting/api/waiting';
import type { ReportMeasure } from '@/shared/api/types';
import { useList } from '@/shared/list/use-list';
import stack from '@/shared/office/stack.module.css';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { Checklist } from '../checklist/checklist';
import { dayIn } from '../components/zoned';
import { LazyChart } from '../reports/lazy-chart';
import { daysOf } from '../reports/ranges';
import { ReportControls } from '../reports/report-controls';
import { ReportFigures } from '../reports/report-figures';
import { askedOf, reportFields } from '../reports/report-filters';
import { reportTitle } from '../reports/report-words';
import { addressOf } from '../table';
import { WaitingList } from '../waiting/waiting-list';
import styles from './overview-page.module.css';

type TileProps = {
  name: ReportName;
  asked: ReturnType<typeof askedOf>;
  /** Metric of the chart; without it, only figures are shown. */
  measure?: ReportMeasure;
};

/** Figures of a report with a link to it. */
function Tile({ name, asked: { from, to }, measure }: TileProps) {
  // By day, so that the chart has a line.
  const query = useQuery(reportQuery(name, { from, to, ...(measure && { group: 'day' }) }));
  const title = reportTitle(name);
  const search = new URLSearchParams({ range: 'own', from, to }).toString();
  return (
    <SectionCard
      title={title}
      action={
        <Button
          component={Link}
          to={{ pathname: addressOf('report', { name }), search }}
          aria-label={i18n._('View report: {title}', { title })}
        >
          {i18n._('View report')}
        </Button>
      }
    >
      <QueryView
        query={query}
        skeleton={<Skeleton count={2} height={96} />}
        failed={i18n._("Couldn't load report")}
      >
        {(report) => (
          <>
            <ReportFigures report={report} most={6} />
            {measure && <LazyChart report={report} measure={measure} height={220} />}
          </>
        )}
      </QueryView>
    </SectionCard>
  );
}

/** Business overview and items that need attention. */
export function OverviewPage() {
  const list = useList(reportFields);
  const today = dayIn(site().timeZone);
  const asked = askedOf(list.state, today);
  const { data: waiting = [] } = useQuery(waitingQuery());
  return (
    <Page>
      <Checklist />
      {waiting.length > 0 && <WaitingList work={waiting} />}
      <div className={styles.range}>
        <ReportControls list={list} days={daysOf(list.state.range, today, list.state)} groups={[]} />
      </div>
      <div className={stack.stack}>
        <Tile name="sales" asked={asked} measure="netSales" />
        <Tile name="members" asked={asked} measure="members" />
        <Tile name="redemptions" asked={asked} />
      </div>
    </Page>
  );
}
