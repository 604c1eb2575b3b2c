import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { washClubQuery } from '@/features/clubs/api/wash-club';
import { ClubSummary } from '@/features/clubs/components/club-summary';
import { isMember } from '@/features/clubs/model/status';
import type { Location } from '@/shared/api/types';
import { appAddressOf } from '../table';

/** Membership in the wallet. Loading errors are hidden, because most customers have none. */
export function ClubInWallet({ locations }: { locations: Location[] }) {
  const { data } = useQuery(washClubQuery());
  if (!isMember(data)) return null;
  return (
    <ClubSummary club={data} locations={locations}>
      <Button component={Link} to={appAddressOf('washClub')} variant="outlined">
        {i18n._('My membership')}
      </Button>
    </ClubSummary>
  );
}
