import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { BuildEntry } from '@/shared/api/types';
import { dateTime, longDate } from '@/shared/format/dates';
import { page } from '@/shared/list/fields';
import { ListView } from '@/shared/list/list-view';
import { pageOf } from '@/shared/list/part';
import { useList } from '@/shared/list/use-list';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { buildsQuery } from '../api/versions';

const size = 50;
const fields = { page: page() };

/** Published builds with their number of sites and retention. */
export function BuildsPage() {
  const list = useList(fields);
  const columns: [Column<BuildEntry>, ...Column<BuildEntry>[]] = [
    { id: 'version', head: i18n._('Version'), cell: ({ version }) => version },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: ({ isNewest, sites }) =>
        isNewest ? (
          <StateChip mood="told" label={i18n._('Latest')} />
        ) : (
          <StateChip
            mood={sites > 0 ? 'good' : 'over'}
            label={sites > 0 ? i18n._('In use') : i18n._('Not in use')}
          />
        ),
      phone: 'aside',
    },
    { id: 'made', head: i18n._('Built'), cell: ({ timeStamp }) => dateTime(timeStamp) },
    { id: 'published', head: i18n._('Published'), cell: ({ publishedAt }) => <Age at={publishedAt} /> },
    {
      id: 'sites',
      head: i18n._('Sites'),
      cell: ({ sites, pins }) =>
        pins > 0
          ? i18n._('{sites, plural, one {# site} other {# sites}}, {pins} pinned', { sites, pins })
          : i18n._('{sites, plural, one {# site} other {# sites}}', { sites }),
      numeric: true,
    },
    {
      id: 'crashes',
      head: i18n._('Crashes (24 hours)'),
      cell: ({ crashes }) => crashes,
      numeric: true,
      phone: 'never',
    },
    {
      id: 'until',
      head: i18n._('Kept until'),
      cell: ({ retainedUntil }) => (retainedUntil ? longDate(retainedUntil) : '–'),
      numeric: true,
      phone: 'never',
    },
  ];
  return (
    <Page>
      <ListView
        query={useQuery(buildsQuery())}
        list={list}
        part={(all) => pageOf(all, { page: list.state.page, size, at: (next) => list.to({ page: next }) })}
        controls={() => null}
        skeleton={<Skeleton count={6} height={44} />}
        failed={i18n._("Couldn't load builds")}
        empty={
          <StateView
            icon="bag"
            title={i18n._('No builds yet')}
            text={i18n._('Publish builds with “suds build publish”.')}
          />
        }
      >
        {(builds) => (
          <DataTable
            label={i18n._('Builds')}
            columns={columns}
            rows={builds}
            keyOf={({ version }) => version}
          />
        )}
      </ListView>
    </Page>
  );
}
