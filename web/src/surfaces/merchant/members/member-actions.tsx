import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { endMembership, resumeMembership, retryMembership } from '@/features/clubs/api/members';
import type { Member } from '@/shared/api/types';
import { askAndDo } from '@/shared/office/ask-and-do';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';
import { useMay } from '../roles';
import { endClub } from './end-club';
import { mayBe } from './member-words';

async function pause(member: Member) {
  const paused = await openDialog<true>(async () => {
    const { PauseDialog } = await import('./pause-dialog');
    return (settle) => (
      <PauseDialog member={member} onDone={() => settle(true)} onClose={() => settle(null)} />
    );
  });
  if (paused) toast(i18n._('Paused'));
}

async function move(member: Member) {
  const moved = await openDialog<true>(async () => {
    const { MoveDialog } = await import('./move-dialog');
    return (settle) => (
      <MoveDialog member={member} onDone={() => settle(true)} onClose={() => settle(null)} />
    );
  });
  if (moved) toast(i18n._('The member is moved as the month ends.'));
}

/** What can be done about one membership. */
export function MemberActions({ member }: { member: Member }) {
  const may = useMay();
  const resuming = useMutation(resumeMembership);
  const ending = useMutation(endMembership);
  const retrying = useMutation(retryMembership);
  const { membershipId, name, customerName, customerEmail } = member;
  const who = customerName ?? customerEmail ?? i18n._('Deleted account');
  const can = mayBe(member);
  const busy = resuming.isPending || ending.isPending || retrying.isPending;
  const resume = () =>
    askAndDo(
      {
        title: i18n._('Go on with this membership?'),
        text: i18n._('{club} of {name} can be used at once, and is billed again.', { club: name, name: who }),
        yes: i18n._('Resume'),
        done: i18n._('The membership goes on.'),
      },
      () => resuming.mutateAsync(membershipId),
    );
  const retry = () =>
    askAndDo(
      {
        title: i18n._('Charge the card again now?'),
        text: i18n._('The month that {name} owes for {club} is charged to the card on file.', {
          club: name,
          name: who,
        }),
        yes: i18n._('Charge now'),
        done: i18n._('The card is being charged.'),
      },
      () => retrying.mutateAsync(membershipId),
    );
  const end = () => endClub({ club: name, name: who }, () => ending.mutateAsync(membershipId));
  const press = { size: 'small', variant: 'text', disabled: busy } as const;
  return (
    <>
      {can.paused && may('pause') && (
        <Button {...press} onClick={() => pause(member)} aria-label={i18n._('Pause: {name}', { name: who })}>
          {i18n._('Pause')}
        </Button>
      )}
      {can.moved && may('moveMember') && (
        <Button {...press} onClick={() => move(member)} aria-label={i18n._('Move: {name}', { name: who })}>
          {i18n._('Move…')}
        </Button>
      )}
      {can.resumed && may('resume') && (
        <Button {...press} onClick={resume} aria-label={i18n._('Resume: {name}', { name: who })}>
          {i18n._('Resume')}
        </Button>
      )}
      {can.retried && may('retryMembership') && (
        <Button {...press} onClick={retry} aria-label={i18n._('Charge again: {name}', { name: who })}>
          {i18n._('Charge again')}
        </Button>
      )}
      {can.ended && may('endMembership') && (
        <Button {...press} color="error" onClick={end} aria-label={i18n._('End: {name}', { name: who })}>
          {i18n._('End')}
        </Button>
      )}
    </>
  );
}
