import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AccountGrant } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { throughDialog } from '@/shared/office/through-dialog';
import { BusyButton } from '@/shared/ui/busy-button';
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
        title: i18n._('Revoke access for {email}?', { email }),
        text: i18n._("They can no longer create sites for this account. Existing sites aren't affected."),
        yes: i18n._('Revoke access'),
        done: i18n._('Access revoked for {email}', { email }),
      },
      () => mutateAsync({ account: accountId, siteId, email }),
    );
  return (
    <BusyButton
      size="small"
      variant="text"
      color="error"
      busy={isPending}
      onClick={ask}
      aria-label={i18n._('Revoke access: {email} at {subdomain}', { email, subdomain })}
    >
      {i18n._('Revoke access')}
    </BusyButton>
  );
}

/** People who can create sites for an account. */
export function GrantsCard({ account }: { account: string }) {
  const mayChange = useIsAtLeast('operator');
  const add = () =>
    throughDialog(i18n._('Access granted'), async () => {
      const { GrantDialog } = await import('./grant-dialog');
      return (ways) => <GrantDialog account={account} {...ways} />;
    });
  const columns: [Column<AccountGrant>, ...Column<AccountGrant>[]] = [
    { id: 'email', head: i18n._('Email'), cell: ({ email }) => email },
    { id: 'site', head: i18n._('Site'), cell: ({ subdomain }) => subdomain },
    { id: 'since', head: i18n._('Granted'), cell: ({ createdAt }) => longDate(createdAt), numeric: true },
  ];
  return (
    <SectionCard
      title={i18n._('Site creators')}
      action={
        mayChange && (
          <Button variant="outlined" onClick={add}>
            {i18n._('Grant access')}
          </Button>
        )
      }
    >
      <QueryView
        query={useQuery(grantsQuery(account))}
        skeleton={<Skeleton count={1} height={44} />}
        failed={i18n._("Couldn't load site creators")}
        empty={<p>{i18n._('Only platform staff can create sites for this account.')}</p>}
      >
        {(granted) => (
          <DataTable
            label={i18n._('Site creators')}
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
