import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminOrderQuery } from '@/features/checkout/api/admin-orders';
import {
  cancelMembership,
  endMembership,
  resumeMembership,
  retryMembership,
  undoMove,
} from '@/features/clubs/api/members';
import type { Member } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { askAndDo } from '@/shared/office/ask-and-do';
import { throughDialog } from '@/shared/office/through-dialog';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';
import { refundByDialog } from '../orders/refund-by-dialog';
import { useMay } from '../roles';
import { endClub } from './end-club';
import type { EndChoice } from './end-dialog';
import { mayBe } from './member-words';

async function pause(member: Member) {
  const paused = await openDialog<true>(async () => {
    const { PauseDialog } = await import('./pause-dialog');
    return (settle) => (
      <PauseDialog member={member} onDone={() => settle(true)} onClose={() => settle(null)} />
    );
  });
  if (paused) toast(i18n._('Membership paused'));
}

async function move(member: Member) {
  const moved = await openDialog<true>(async () => {
    const { MoveDialog } = await import('./move-dialog');
    return (settle) => (
      <MoveDialog member={member} onDone={() => settle(true)} onClose={() => settle(null)} />
    );
  });
  if (moved) toast(i18n._('Club change scheduled'));
}

function askHowToEnd(member: Member, mayRefund: boolean) {
  return openDialog<EndChoice>(async () => {
    const { EndDialog } = await import('./end-dialog');
    return (settle) => (
      <EndDialog member={member} mayRefund={mayRefund} onDone={settle} onClose={() => settle(null)} />
    );
  });
}

/** Membership actions. */
export function MemberActions({ member }: { member: Member }) {
  const may = useMay();
  const resuming = useMutation(resumeMembership);
  const ending = useMutation(endMembership);
  const retrying = useMutation(retryMembership);
  const canceling = useMutation(cancelMembership);
  const undoing = useMutation(undoMove);
  const queries = useQueryClient();
  const { membershipId, name, customerName, customerEmail } = member;
  const who = customerName ?? customerEmail ?? i18n._('Deleted account');
  const can = mayBe(member);
  const busy = [resuming, ending, retrying, canceling, undoing].some(({ isPending }) => isPending);
  const resume = () =>
    askAndDo(
      {
        title: i18n._('Resume membership?'),
        text: i18n._('{name} can use {club} right away, and billing resumes.', { club: name, name: who }),
        yes: i18n._('Resume'),
        done: i18n._('Membership resumed'),
      },
      () => resuming.mutateAsync(membershipId),
    );
  const retry = () =>
    member.endsIfDeclined
      ? throughDialog(i18n._('Retrying payment…'), async () => {
          const { RetryDialog } = await import('./retry-dialog');
          return (ways) => <RetryDialog member={member} name={who} {...ways} />;
        })
      : askAndDo(
          {
            title: i18n._('Retry payment now?'),
            text: i18n._(
              "Charges {name}'s card on file for the unpaid {club} period. If it's declined, the membership doesn't end yet.",
              { club: name, name: who },
            ),
            yes: i18n._('Retry payment'),
            done: i18n._('Retrying payment…'),
          },
          () => retrying.mutateAsync({ membershipId }),
        );
  const keep = () =>
    askAndDo(
      {
        title: i18n._('Undo club change?'),
        text: i18n._("{name} stays in {club} after {date}. We'll email the member.", {
          name: who,
          club: name,
          date: longDate(member.nextBillingDate),
        }),
        yes: i18n._('Undo change'),
        done: i18n._('Club change undone'),
      },
      () => undoing.mutateAsync(membershipId),
    );
  async function end() {
    const choice = await askHowToEnd(member, may('refund'));
    if (!choice) return;
    const hasEnded =
      choice.when === 'now'
        ? await endClub({ club: name, name: who, refunds: choice.refund !== null }, () =>
            ending.mutateAsync(membershipId),
          )
        : await askAndDo(
            {
              title: i18n._('End membership after the paid period?'),
              text: i18n._("{name} can use {club} for the remaining paid days. We'll email the member.", {
                name: who,
                club: name,
              }),
              yes: i18n._('End membership'),
              done: i18n._('Membership ends after the paid period'),
            },
            () => canceling.mutateAsync(membershipId),
          );
    if (hasEnded && choice.refund)
      await refundByDialog(await queries.fetchQuery(adminOrderQuery(choice.refund)));
  }
  const press = { size: 'small', variant: 'text', disabled: busy } as const;
  return (
    <>
      {can.paused && may('pause') && (
        <Button {...press} onClick={() => pause(member)} aria-label={i18n._('Pause: {name}', { name: who })}>
          {i18n._('Pause')}
        </Button>
      )}
      {can.moved && may('moveMember') && (
        <Button
          {...press}
          onClick={() => move(member)}
          aria-label={i18n._('Change club: {name}', { name: who })}
        >
          {i18n._('Change club…')}
        </Button>
      )}
      {can.keptInClub && may('undoMove') && (
        <Button {...press} onClick={keep} aria-label={i18n._('Undo change: {name}', { name: who })}>
          {i18n._('Undo change')}
        </Button>
      )}
      {can.resumed && may('resume') && (
        <Button {...press} onClick={resume} aria-label={i18n._('Resume: {name}', { name: who })}>
          {i18n._('Resume')}
        </Button>
      )}
      {can.retried && may('retryMembership') && (
        <Button {...press} onClick={retry} aria-label={i18n._('Retry payment: {name}', { name: who })}>
          {i18n._('Retry payment')}
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
