import { i18n } from '@lingui/core';
import type { SiteEntry } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { BreakableHost } from '@/shared/ui/breakable-host';
import { addressOf } from '../table';
import { shownState } from './site-words';

/** Sites with links to their pages. */
export function SiteTable({ sites }: { sites: SiteEntry[] }) {
  const columns: [Column<SiteEntry>, ...Column<SiteEntry>[]] = [
    { id: 'subdomain', head: i18n._('Site'), cell: ({ subdomain }) => subdomain },
    { id: 'account', head: i18n._('Account'), cell: ({ account }) => account.companyName },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: (site) => <StateChip {...shownState(site)} />,
      phone: 'aside',
    },
    {
      id: 'version',
      head: i18n._('Version'),
      cell: ({ appVersion, pinnedBuild }) =>
        pinnedBuild ? i18n._('{version} (pinned)', { version: pinnedBuild }) : (appVersion ?? '–'),
    },
    {
      id: 'domain',
      head: i18n._('Custom domain'),
      cell: ({ customDomain }) => <BreakableHost text={customDomain ?? '–'} />,
      phone: 'never',
    },
    {
      id: 'since',
      head: i18n._('Created'),
      cell: ({ createdAt }) => longDate(createdAt),
      numeric: true,
      phone: 'never',
    },
  ];
  return (
    <DataTable
      label={i18n._('Sites')}
      columns={columns}
      rows={sites}
      keyOf={({ id }) => id}
      to={({ id }) => addressOf('site', { id })}
    />
  );
}
