import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { useLocationChoice } from '@/features/catalog/model/location-choice';
import { setHomeLocation } from '@/features/identity/api/account';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { Account } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';

/** Home location: default for lists and taxes on all of the customer's devices. */
export function DefaultLocation({ account }: { account: Account }) {
  const locations = useQuery(locationsQuery());
  const [, choose] = useLocationChoice();
  const home = useMutation(setHomeLocation);
  const save = async (id: number) => {
    try {
      await home.mutateAsync(id);
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
      return;
    }
    choose(id);
    toast(i18n._('Default location saved'));
  };
  const shown = home.isPending ? home.variables : (account.homeLocationId ?? 0);
  return (
    <LocationFilter
      label={i18n._('Default Location')}
      locations={locations.data ?? []}
      value={shown}
      onChange={save}
      disabled={home.isPending}
    />
  );
}
