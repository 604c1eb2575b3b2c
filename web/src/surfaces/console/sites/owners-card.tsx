import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SiteOwner } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { throughDialog } from '@/shared/office/through-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { ownersQuery, resendToOwner } from '../api/owners';
import { useIsAtLeast } from '../roles';
import { ownerState } from './site-words';

function openDialog(site: string, invited?: SiteOwner) {
  return throughDialog(i18n._('Invitation sent'), async () => {
    const { OwnerDialog } = await import('./owner-dialog');
    return (ways) => <OwnerDialog site={site} {...(invited && { invited })} {...ways} />;
  });
}

function InvitationActs({ site, invited }: { site: string; invited: SiteOwner }) {
  const { mutateAsync, isPending } = useMutation(resendToOwner);
  const { email, invitationId } = invited;
  if (invitationId == null) return null;
  const resend = () =>
    askAndDo(
      {
        title: i18n._('Resend invitation?'),
        text: i18n._("We'll send {email} a new link, valid for 7 days. The old link stops working.", {
          email,
        }),
        yes: i18n._('Resend'),
        done: i18n._('Invitation sent to {email}', { email }),
      },
      () => mutateAsync({ site, invitationId }),
    );
  const press = { size: 'small', variant: 'text', disabled: isPending } as const;
  return (
    <>
      <Button {...press} onClick={resend} aria-label={i18n._('Resend: {name}', { name: email })}>
        {i18n._('Resend')}
      </Button>
      <Button
        {...press}
        onClick={() => openDialog(site, invited)}
        aria-label={i18n._('Change address: {email}', { email })}
      >
        {i18n._('Change address')}
      </Button>
    </>
  );
}

/** Owners of a site with their invitations. */
export function OwnersCard({ site }: { site: string }) {
  const mayInvite = useIsAtLeast('operator');
  const columns: [Column<SiteOwner>, ...Column<SiteOwner>[]] = [
    { id: 'email', head: i18n._('Email'), cell: ({ email }) => email },
    { id: 'name', head: i18n._('Name'), cell: ({ name }) => name || '–' },
    { id: 'state', head: i18n._('Status'), cell: ({ state }) => <StateChip {...ownerState(state)} /> },
    {
      id: 'sent',
      head: i18n._('Invitation sent'),
      cell: ({ sentAt }) => (sentAt ? dateTime(sentAt) : '–'),
      numeric: true,
    },
  ];
  return (
    <SectionCard
      title={i18n._('Owners')}
      action={
        mayInvite && (
          <Button variant="outlined" onClick={() => openDialog(site)}>
            {i18n._('Invite owner')}
          </Button>
        )
      }
    >
      <QueryView
        query={useQuery(ownersQuery(site))}
        skeleton={<Skeleton count={1} height={44} />}
        failed={i18n._("Couldn't load owners")}
        empty={<p>{i18n._('No one owns this site yet.')}</p>}
      >
        {(owners) => (
          <DataTable
            label={i18n._('Owners')}
            columns={columns}
            rows={owners}
            keyOf={({ email }) => email}
            {...(mayInvite && {
              actions: (one: SiteOwner) => <InvitationActs site={site} invited={one} />,
              actionsHead: i18n._('Actions'),
            })}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}
