import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AccountGrant } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { throughDialog } from '@/shared/office/through-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { grantsQuery, revoke } from '../api/grants';
import { useIsAtLeast } from '../roles';

function TakeBack({ grant: { accountId, siteId, subdomain, email } }: { grant: AccountGrant }) {
  const { mutateAsync, isPending } = useMutation(revoke);
  const ask = () =>
    askAndDo(
      {
        title: i18n._('Take it back from {email}?', { email }),
        text: i18n._('They make no more sites of this account. Those that they have made stay.'),
        yes: i18n._('Take it back'),
        done: i18n._('{email} makes no more sites of it.', { email }),
      },
      () => mutateAsync({ account: accountId, siteId, email }),
    );
  return (
    <Button
      size="small"
      variant="text"
      color="error"
      disabled={isPending}
      onClick={ask}
      aria-label={i18n._('Take back: {email} at {subdomain}', { email, subdomain })}
    >
      {i18n._('Take back')}
    </Button>
  );
}

/** Which people of merchants may make sites of an account. */
export function GrantsCard({ account }: { account: string }) {
  const mayChange = useIsAtLeast('operator');
  const add = () =>
    throughDialog(i18n._('Saved. It counts at once.'), async () => {
      const { GrantDialog } = await import('./grant-dialog');
      return (ways) => <GrantDialog account={account} {...ways} />;
    });
  const columns: [Column<AccountGrant>, ...Column<AccountGrant>[]] = [
    { id: 'email', head: i18n._('Email'), cell: ({ email }) => email },
    { id: 'site', head: i18n._('At the site'), cell: ({ subdomain }) => subdomain },
    { id: 'since', head: i18n._('Since'), cell: ({ createdAt }) => longDate(createdAt), numeric: true },
  ];
  return (
    <SectionCard
      title={i18n._('Who may make sites of it')}
      action={
        mayChange && (
          <Button variant="outlined" onClick={add}>
            {i18n._('Let somebody make sites')}
          </Button>
        )
      }
    >
      <QueryView
        query={useQuery(grantsQuery(account))}
        skeleton={<Skeleton count={1} height={44} />}
        failed={i18n._('Unable to get who may')}
        empty={<p>{i18n._('Only the provider’s staff, so far.')}</p>}
      >
        {(granted) => (
          <DataTable
            label={i18n._('Who may make sites of it')}
            columns={columns}
            rows={granted}
            keyOf={({ siteId, email }) => `${siteId} ${email}`}
            {...(mayChange && {
              actions: (one: AccountGrant) => <TakeBack grant={one} />,
              actionsHead: i18n._('Actions'),
            })}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}
