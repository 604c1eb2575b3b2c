import { i18n } from '@lingui/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { useLocationChoice } from '@/features/catalog/model/location-choice';
import { setHomeLocation } from '@/features/identity/api/account';
import { locationsQuery } from '@/features/site/api/locations';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { keys } from '@/shared/api/query-keys';
import type { Account } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';

/** Where the customer's lists and taxes start from, here and on their other devices. */
export function DefaultLocation({ account }: { account: Account }) {
  const queries = useQueryClient();
  const locations = useQuery(locationsQuery());
  const [, choose] = useLocationChoice();
  const home = useMutation({
    mutationFn: setHomeLocation,
    onSuccess: async (_, id) => {
      choose(id);
      await queries.invalidateQueries({ queryKey: keys.account() });
      toast(i18n._('Your default location is saved.'));
    },
    onError: (error) => dialogs.error({ title: errorTitle(error), text: errorText(error) }),
  });
  const shown = home.isPending ? home.variables : (account.homeLocationId ?? 0);
  return (
    <LocationFilter
      label={i18n._('Default Location')}
      locations={locations.data ?? []}
      value={shown}
      onChange={(id) => home.mutate(id)}
      disabled={home.isPending}
    />
  );
}
