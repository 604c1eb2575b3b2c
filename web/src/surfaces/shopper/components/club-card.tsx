import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { washClubQuery } from '@/features/clubs/api/wash-club';
import { ClubSummary } from '@/features/clubs/components/club-summary';
import { isMember } from '@/features/clubs/model/status';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { isOffered } from '../model/offer';
import { addressOf } from '../table';

/** Membership on the account page, or a link to join. */
export function ClubCard() {
  const club = useQuery(washClubQuery());
  const locations = useQuery(locationsQuery());
  if (!isOffered(addressOf('washClub'))) return null;
  const toClubs = (label: string) => (
    <Button component={Link} to={addressOf('washClub')} variant="outlined">
      {label}
    </Button>
  );
  if (isMember(club.data)) {
    return (
      <ClubSummary club={club.data} locations={locations.data ?? []}>
        {toClubs(i18n._('My membership'))}
      </ClubSummary>
    );
  }
  return (
    <SectionCard title={i18n._('Wash Club')}>
      <QueryView
        query={club}
        skeleton={<Skeleton height={48} />}
        failed={i18n._("Couldn't load your wash club")}
      >
        {() => (
          <>
            <p>{i18n._("You're not a member yet.")}</p>
            {toClubs(i18n._('View Clubs'))}
          </>
        )}
      </QueryView>
    </SectionCard>
  );
}
