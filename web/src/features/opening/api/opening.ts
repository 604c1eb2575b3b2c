import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

type Schemas = components['schemas'];
export type Opening = Schemas['Opening'];
export type NeedKind = Schemas['NeedKind'];

/** State of the shop, and its needs before it opens. */
export const openingQuery = () =>
  queryOptions({
    queryKey: staffKeys.opening(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/opening', { signal })),
  });

const known = (client: QueryClient, opening: Opening) => {
  client.setQueryData(openingQuery().queryKey, opening);
  // The setup guide shows the same needs.
  return client.invalidateQueries({ queryKey: staffKeys.checklist() });
};

/** Opens the shop, or closes it with a text for the public. */
export const setOpening = () =>
  mutationOptions({
    mutationFn: (body: { open: boolean; closedText?: string }) =>
      unwrap(serial.PUT('/api/v1/admin/opening', { body: { closedText: '', ...body } })),
    onSuccess: (opening, _sent, _before, { client }) => known(client, opening),
  });

/** Confirms content as it is, or a decision such as not collecting tax. */
export const confirmNeed = () =>
  mutationOptions({
    mutationFn: (kind: NeedKind) =>
      unwrap(serial.POST('/api/v1/admin/opening/confirmations', { body: { kind } })),
    onSuccess: (opening, _sent, _before, { client }) => known(client, opening),
  });
