import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { endsSoon } from '@/features/clubs/model/status';
import type { WashClub } from '@/shared/api/types';
import { useMembership } from './use-membership';

/** What a member can do about the membership itself. */
export function MembershipActions({ club }: { club: WashClub }) {
  const { leave, stay, busy } = useMembership(club);
  return (
    <>
      {endsSoon(club) && (
        <Button variant="contained" onClick={stay} disabled={busy}>
          {i18n._('Reactivate Plan')}
        </Button>
      )}
      <Button variant="outlined" color="error" onClick={leave} disabled={busy}>
        {i18n._('Cancel Plan')}
      </Button>
    </>
  );
}
