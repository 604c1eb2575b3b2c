import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { endsSoon, isUsable, owes } from '@/features/clubs/model/status';
import type { WashClub } from '@/shared/api/types';
import { BusyButton } from '@/shared/ui/busy-button';
import { ensureCard } from '../buying/ensure-card';
import { showClubToken } from '../token/show-club-token';
import { useMembership } from './use-membership';

/** Membership actions for the member. */
export function MembershipActions({ club }: { club: WashClub }) {
  const queries = useQueryClient();
  const { leave, stay, keep, inTurn, busy } = useMembership(club);
  return (
    <>
      {isUsable(club) && (
        <BusyButton
          variant="contained"
          onClick={() => inTurn(() => showClubToken(club, queries))}
          busy={busy}
        >
          {i18n._('Generate Club Token')}
        </BusyButton>
      )}
      {owes(club) && (
        <BusyButton variant="contained" onClick={() => ensureCard(queries, { replace: true })} busy={busy}>
          {i18n._('Update card')}
        </BusyButton>
      )}
      {endsSoon(club) && (
        <BusyButton variant="contained" onClick={stay} busy={busy}>
          {i18n._('Reactivate Plan')}
        </BusyButton>
      )}
      {club.nextClub && (
        <BusyButton variant="outlined" onClick={keep} busy={busy}>
          {i18n._('Keep {club}', { club: club.name })}
        </BusyButton>
      )}
      <BusyButton variant="outlined" color="error" onClick={leave} busy={busy}>
        {i18n._('Cancel Plan')}
      </BusyButton>
    </>
  );
}
