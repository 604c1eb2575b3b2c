import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/shared/site/routes';
import { ErrorState } from '@/shared/ui/error-state';
import { useLayer } from '@/shared/ui/layers';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { vehicleQuery } from '../api/vehicle';
import { isComplete } from '../model/vehicle-form';
import { VehicleFacts } from './vehicle-facts';
import { VehicleForm } from './vehicle-form';

/** Entered once; read-only from then on. */
export function VehicleCard() {
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
            <Link to={paths.support}>{i18n._('Please contact support.')}</Link>
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
