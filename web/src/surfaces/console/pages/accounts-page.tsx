import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ProviderAccount } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { page, search } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { pageOf } from '@/shared/list/part';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import { type Column, DataTable } from '@/shared/office/data-table';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { askForAccount } from '../accounts/ask-for-account';
import { accountsQuery } from '../api/accounts';
import { useIsAtLeast } from '../roles';
import { addressOf } from '../table';

const size = 50;
const fields = { q: search(), page: page() };

/** Merchant accounts. */
export function AccountsPage() {
  const list = useList(fields);
  const { state, to, change } = list;
  const navigate = useNavigate();
  const add = async () => {
    const account = await askForAccount();
    if (account) await navigate(addressOf('account', { id: account.id }));
  };
  const create = useIsAtLeast('operator') && (
    <Button variant="contained" onClick={add}>
      {i18n._('New account')}
    </Button>
  );
  const columns: [Column<ProviderAccount>, ...Column<ProviderAccount>[]] = [
    { id: 'company', head: i18n._('Company'), cell: ({ companyName }) => companyName },
    { id: 'number', head: i18n._('CRM ID'), cell: ({ hsAccountId }) => hsAccountId ?? '–' },
    {
      id: 'sites',
      head: i18n._('Sites'),
      cell: ({ sites }) => i18n._('{sites, plural, one {# site} other {# sites}}', { sites }),
      numeric: true,
      phone: 'aside',
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
    <Page aside={create}>
      <ListView
        query={useQuery(accountsQuery(state.q))}
        list={list}
        part={(all) => pageOf(all, { page: state.page, size, at: (next) => to({ page: next }) })}
        controls={() => (
          <ListControls>
            <SearchBox
              label={i18n._('Search by company or CRM ID')}
              value={state.q}
              onSearch={(q) => change({ q })}
            />
          </ListControls>
        )}
        skeleton={<Skeleton count={6} height={44} />}
        failed={i18n._("Couldn't load accounts")}
        empty={
          <StateView icon="bag" title={i18n._('No accounts yet')}>
            {create}
          </StateView>
        }
      >
        {(accounts) => (
          <DataTable
            label={i18n._('Accounts')}
            columns={columns}
            rows={accounts}
            keyOf={({ id }) => id}
            to={({ id }) => addressOf('account', { id })}
          />
        )}
      </ListView>
    </Page>
  );
}
