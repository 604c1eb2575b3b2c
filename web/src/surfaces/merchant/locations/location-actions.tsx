import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type LocationRecord, moveLocation } from '@/features/catalog/api/admin-locations';
import { BusyButton } from '@/shared/ui/busy-button';
import { MoveButtons } from '../components/move-buttons';
import { addressOf } from '../table';
import { useArchive } from './use-archive';

type Props = {
  record: LocationRecord;
  /** Adjacent locations it can be moved past. */
  above: LocationRecord | undefined;
  below: LocationRecord | undefined;
};

/** Location actions other than editing. */
export function LocationActions({ record, above, below }: Props) {
  const { mutateAsync: put, isPending: moving } = useMutation(moveLocation);
  const { archive, restore, busy } = useArchive();
  const { locationId } = record;
  const { name } = record.location;
  const small = { size: 'small', variant: 'text' } as const;
  return (
    <>
      <MoveButtons
        id={locationId}
        name={name}
        above={above?.locationId}
        below={below?.locationId}
        busy={moving}
        put={put}
      />
      <Button
        {...small}
        component={Link}
        to={`${addressOf('locations')}/new?copy=${locationId}`}
        aria-label={i18n._('Duplicate: {name}', { name })}
      >
        {i18n._('Duplicate')}
      </Button>
      {record.archived ? (
        <BusyButton
          {...small}
          busy={busy}
          onClick={() => restore([record])}
          aria-label={i18n._('Unarchive: {name}', { name })}
        >
          {i18n._('Unarchive')}
        </BusyButton>
      ) : (
        <BusyButton
          {...small}
          color="error"
          busy={busy}
          onClick={() => archive([record])}
          aria-label={i18n._('Archive: {name}', { name })}
        >
          {i18n._('Archive')}
        </BusyButton>
      )}
    </>
  );
}
