import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Vehicle } from '@/shared/api/types';
import { useKeptState } from '@/shared/lib/use-kept-state';
import { lazyPart } from '@/shared/ui/lazy-part';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { LeavingScope, useLeaving } from '@/shared/ui/unsaved';
import { vehicleQuery } from '../api/vehicle';
import { isComplete } from '../model/vehicle';
import { NoForm } from './no-form';
import { VehicleFacts } from './vehicle-facts';

const VehicleForm = lazyPart(() => import('./vehicle-form').then((m) => m.VehicleForm), NoForm);

function KnownVehicle({ vehicle, support }: { vehicle: Vehicle; support: string }) {
  return (
    <>
      <VehicleFacts vehicle={vehicle} />
      <p>
        {i18n._("You can't change your vehicle here.")} <Link to={support}>{i18n._('Contact support')}</Link>
      </p>
    </>
  );
}

/** Vehicle, read-only once entered. `support` is the link for changes. */
export function VehicleCard({ support }: { support: string }) {
  const vehicle = useQuery(vehicleQuery());
  const [editing, setEditing] = useKeptState('vehicle', false);
  const done = () => setEditing(false);
  const { scope } = useLeaving(done, { open: editing });
  return (
    <SectionCard title={i18n._('Vehicle info')}>
      <QueryView
        query={vehicle}
        skeleton={<Skeleton height={96} />}
        failed={i18n._("Couldn't load your vehicle")}
      >
        {(known) => {
          if (isComplete(known)) return <KnownVehicle vehicle={known} support={support} />;
          if (editing) {
            return (
              <LeavingScope value={scope}>
                <VehicleForm vehicle={known} onDone={done} />
              </LeavingScope>
            );
          }
          return (
            <>
              <p>{i18n._('No vehicle yet. You need one to join a wash club.')}</p>
              <Button variant="outlined" onClick={() => setEditing(true)}>
                {i18n._('Add vehicle')}
              </Button>
            </>
          );
        }}
      </QueryView>
    </SectionCard>
  );
}
