import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorState } from '@/shared/ui/error-state';
import { useLayer } from '@/shared/ui/layers';
import { lazyPart } from '@/shared/ui/lazy-part';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { vehicleQuery } from '../api/vehicle';
import { isComplete } from '../model/vehicle';
import { NoForm } from './no-form';
import { VehicleFacts } from './vehicle-facts';

const VehicleForm = lazyPart(() => import('./vehicle-form').then((m) => m.VehicleForm), NoForm);

/** Entered once; read-only from then on. `support` is where one asks for a change. */
export function VehicleCard({ support }: { support: string }) {
  const vehicle = useQuery(vehicleQuery());
  const [editing, setEditing] = useState(false);
  useLayer(() => setEditing(false), editing);
  const complete = vehicle.data ? isComplete(vehicle.data) : false;
  return (
    <SectionCard title={i18n._('Vehicle info')}>
      {vehicle.isPending && <Skeleton height={96} />}
      {vehicle.isError && (
        <ErrorState
          title={i18n._('Unable to get your Vehicle')}
          retry={() => vehicle.refetch()}
          busy={vehicle.isFetching}
        />
      )}
      {vehicle.data && complete && (
        <>
          <VehicleFacts vehicle={vehicle.data} />
          <p>
            {i18n._('Your vehicle cannot be changed here.')}{' '}
            <Link to={support}>{i18n._('Please contact support.')}</Link>
          </p>
        </>
      )}
      {vehicle.data && !complete && !editing && (
        <>
          <p>{i18n._('No vehicle yet. A wash club needs one.')}</p>
          <Button variant="outlined" onClick={() => setEditing(true)}>
            {i18n._('Add your vehicle')}
          </Button>
        </>
      )}
      {vehicle.data && !complete && editing && (
        <VehicleForm vehicle={vehicle.data} onDone={() => setEditing(false)} />
      )}
    </SectionCard>
  );
}
