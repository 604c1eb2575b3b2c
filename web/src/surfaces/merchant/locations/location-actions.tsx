import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { archiveLocations, type LocationRecord, moveLocation } from '@/features/site/api/admin-locations';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { askAndDo } from '@/shared/office/ask-and-do';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';
import { addressOf } from '../table';

/** Does it, and says why it could not be done. */
async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return false;
  }
}

type Props = {
  record: LocationRecord;
  /** Those that stand beside it, where it may be moved past them. */
  above: LocationRecord | undefined;
  below: LocationRecord | undefined;
};

/** What can be done with a location besides editing it. */
export function LocationActions({ record, above, below }: Props) {
  const { mutateAsync: put, isPending: moving } = useMutation(moveLocation);
  const { mutateAsync: archive, isPending: busy } = useMutation(archiveLocations);
  const { locationId } = record;
  const { name } = record.location;
  const small = { size: 'small', variant: 'text' } as const;
  const close = () =>
    askAndDo(
      {
        title: i18n._('Archive {name}?', { name }),
        text: i18n._(
          'Customers do not see it any more, and what is sold nowhere else is not on sale. Its terminals go on. You can bring it back at any time.',
        ),
        yes: i18n._('Archive'),
        done: i18n._('{name} is archived.', { name }),
      },
      () => archive({ ids: [locationId], archived: true }),
    );
  const open = async () => {
    if (await attempt(() => archive({ ids: [locationId], archived: false }))) toast(i18n._('Open again'));
  };
  return (
    <>
      {above && (
        <Button
          {...small}
          disabled={moving}
          onClick={() => attempt(() => put({ id: locationId, before: above.locationId }))}
          aria-label={i18n._('Move up: {name}', { name })}
        >
          {i18n._('Move up')}
        </Button>
      )}
      {below && (
        <Button
          {...small}
          disabled={moving}
          onClick={() => attempt(() => put({ id: below.locationId, before: locationId }))}
          aria-label={i18n._('Move down: {name}', { name })}
        >
          {i18n._('Move down')}
        </Button>
      )}
      <Button
        {...small}
        component={Link}
        to={`${addressOf('locations')}/new?copy=${locationId}`}
        aria-label={i18n._('Duplicate: {name}', { name })}
      >
        {i18n._('Duplicate')}
      </Button>
      {record.archived ? (
        <Button {...small} disabled={busy} onClick={open} aria-label={i18n._('Bring back: {name}', { name })}>
          {i18n._('Bring back')}
        </Button>
      ) : (
        <Button
          {...small}
          color="error"
          disabled={busy}
          onClick={close}
          aria-label={i18n._('Archive: {name}', { name })}
        >
          {i18n._('Archive')}
        </Button>
      )}
    </>
  );
}
