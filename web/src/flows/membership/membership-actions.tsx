import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { endsSoon, isUsable, owes } from '@/features/clubs/model/status';
import type { WashClub } from '@/shared/api/types';
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
        <Button
          variant="contained"
          onClick={() => inTurn(() => showClubToken(club, queries))}
          disabled={busy}
        >
          {i18n._('Generate Club Token')}
        </Button>
      )}
      {owes(club) && (
        <Button variant="contained" onClick={() => ensureCard(queries, { replace: true })} disabled={busy}>
          {i18n._('Update card')}
        </Button>
      )}
      {endsSoon(club) && (
        <Button variant="contained" onClick={stay} disabled={busy}>
          {i18n._('Reactivate Plan')}
        </Button>
      )}
      {club.nextClub && (
        <Button variant="outlined" onClick={keep} disabled={busy}>
          {i18n._('Keep {club}', { club: club.name })}
        </Button>
      )}
      <Button variant="outlined" color="error" onClick={leave} disabled={busy}>
        {i18n._('Cancel Plan')}
      </Button>
    </>
  );
}
