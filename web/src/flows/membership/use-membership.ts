import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelClub, reactivateClub } from '@/features/clubs/api/change-club';
import { isMember } from '@/features/clubs/model/status';
import { saidOr } from '@/shared/api/api-error';
import type { WashClub } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';
import { ensureCard } from '../buying/ensure-card';
import { askWhy } from './ask-why';

const failed = (title: string, error: unknown) =>
  dialogs.error({ title, text: saidOr(error, i18n._('Sorry, something went wrong. Please try again.')) });

/** Asks twice, because the price may not be available again. */
async function confirmLeaving(club: WashClub): Promise<boolean> {
  const first = await dialogs.confirm({
    title: i18n._('Cancel Plan'),
    text: i18n._('Do you want to cancel your wash club?'),
  });
  if (!first) return false;
  const date = longDate(club.nextBillingDate);
  return dialogs.confirm({
    kind: 'warning',
    title: i18n._('Are you sure?'),
    text: club.pausedUntil
      ? i18n._(
          "Your pause ends today. You can use {club} for the days you've paid for, and you won't be charged again.",
          { club: club.name },
        )
      : i18n._("{club} ends on {date}. You won't be charged again.", { club: club.name, date }),
    yes: i18n._('Cancel Plan'),
    no: i18n._('Keep Plan'),
  });
}

/** Actions to cancel and reactivate a membership. */
export function useMembership(club: WashClub) {
  const cancel = useMutation(cancelClub);
  const reactivate = useMutation(reactivateClub);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function inTurn(work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }

  const leave = () =>
    inTurn(async () => {
      if (!(await confirmLeaving(club))) return;
      await askWhy();
      try {
        const left = await cancel.mutateAsync();
        await dialogs.success({
          title: i18n._('Wash Club Canceled'),
          text: isMember(left)
            ? i18n._('You can continue to use your wash club until your next billing date.')
            : i18n._('Your membership has ended.'),
        });
      } catch (error) {
        await failed(i18n._('Failed to Cancel'), error);
      }
    });

  const stay = () =>
    inTurn(async () => {
      const date = longDate(club.nextBillingDate);
      const wanted = await dialogs.confirm({
        title: i18n._('Reactivate Plan'),
        text: club.canceledPauseUntil
          ? i18n._("{club} continues without your pause, and we'll charge your card again on {date}.", {
              club: club.name,
              date,
            })
          : i18n._("{club} continues, and we'll charge your card again on {date}.", {
              club: club.name,
              date,
            }),
      });
      if (!wanted || !(await ensureCard(queries))) return;
      try {
        await reactivate.mutateAsync();
        await dialogs.success({
          title: i18n._('Wash reactivated'),
          text: club.canceledPauseUntil
            ? i18n._('Your membership is active and no longer paused.')
            : i18n._('Your membership continues.'),
        });
      } catch (error) {
        await failed(i18n._('Failed to Reactivate'), error);
      }
    });

  const keep = () =>
    inTurn(async () => {
      try {
        await reactivate.mutateAsync();
        toast(i18n._('Your membership continues.'));
      } catch (error) {
        await failed(i18n._('Failed to Reactivate'), error);
      }
    });

  return { leave, stay, keep, inTurn, busy };
}
