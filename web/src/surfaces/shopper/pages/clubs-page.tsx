import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { washClubQuery } from '@/features/clubs/api/wash-club';
import { ClubSummary } from '@/features/clubs/components/club-summary';
import { isMember } from '@/features/clubs/model/status';
import { MembershipActions } from '@/flows/membership/membership-actions';
import { useSession } from '@/shared/api/session';
import { takeFocus } from '@/shared/lib/take-focus';
import { useKeptState } from '@/shared/lib/use-kept-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Products } from '../components/products';
import { useMode } from '../model/mode';
import styles from './clubs-page.module.css';
import { useShop } from './shop-layout';

/** Membership for members; available clubs for everyone else. */
export function ClubsPage() {
  const { locationId } = useShop();
  const { isLoggedIn } = useSession();
  const club = useQuery({ ...washClubQuery(), enabled: isLoggedIn });
  const locations = useQuery(locationsQuery());
  const layout = useMode() === 'mobile' ? 'rail' : 'grid';
  const [browsing, setBrowsing] = useKeptState('clubs', false);
  const member = isMember(club.data) ? club.data : null;
  const asking = isLoggedIn && club.isPending;
  return (
    <div className={styles.parts}>
      {asking && <Skeleton count={1} height={220} />}
      {member && (
        <div className={styles.own}>
          <ClubSummary club={member} locations={locations.data ?? []}>
            {!browsing && (
              <Button variant="outlined" onClick={() => setBrowsing(true)}>
                {i18n._('View Clubs')}
              </Button>
            )}
            <MembershipActions club={member} />
          </ClubSummary>
        </div>
      )}
      {member && browsing && (
        <div>
          <h2 ref={takeFocus} tabIndex={-1}>
            {i18n._('Available clubs')}
          </h2>
          <p>
            {i18n._(
              'Upgrades start right away, with credit for the rest of your current month. Other changes start on your next billing date.',
            )}
          </p>
        </div>
      )}
      {!asking && (!member || browsing) && (
        <Products kind="washClubs" locationId={locationId} layout={layout} level={member ? 3 : 2} />
      )}
    </div>
  );
}
