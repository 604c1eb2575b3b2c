import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { staffKeys } from '@/shared/api/staff-keys';
import type { Versioned } from '@/shared/api/types';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
export type PublishedText = Schemas['PublishedText'];
export type TextKind = Schemas['TextKind'];
export type TextAcceptance = Schemas['TextAcceptance'];
export type SupportContacts = Schemas['SupportContacts'];
export type KeptSupport = Versioned<SupportContacts>;

/** Current policies. */
export const textsQuery = () =>
  queryOptions({
    queryKey: staffKeys.texts(),
    queryFn: async ({ signal }): Promise<PublishedText[]> =>
      (await unwrap(parallel.GET('/api/v1/admin/texts', { signal }))).items,
    staleTime: 10_000,
  });

/** Latest versions of a policy. */
export const editionsQuery = (textKind: TextKind) =>
  queryOptions({
    queryKey: staffKeys.editions(textKind),
    queryFn: async ({ signal }): Promise<PublishedText[]> => {
      const params = { path: { textKind }, query: { limit: 200 } };
      return (await unwrap(parallel.GET('/api/v1/admin/texts/{textKind}', { params, signal }))).items;
    },
    staleTime: 10_000,
  });

/** Draft as customers would see it. */
export const textPreviewQuery = (html: string) =>
  queryOptions({
    queryKey: staffKeys.textPreview(html),
    queryFn: async ({ signal }): Promise<string> =>
      (await unwrap(parallel.POST('/api/v1/admin/texts/preview', { body: { html }, signal }))).html,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

type Published = { kind: TextKind; html: string; basedOn: number };

/** Publishes a policy edited at a version; returns the new current one. */
export const publishText = () =>
  mutationOptions({
    mutationFn: ({ kind, html, basedOn }: Published): Promise<PublishedText> =>
      unwrap(
        serial.POST('/api/v1/admin/texts/{textKind}', {
          params: { path: { textKind: kind } },
          body: { html, basedOn },
        }),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: staffKeys.texts() }),
        client.invalidateQueries({ queryKey: keys.merchant() }),
      ]),
  });

/** Acceptances of a version, newest first. */
export const acceptancesQuery = (textId: number) =>
  queryOptions({
    queryKey: staffKeys.acceptances(textId),
    queryFn: async ({ signal }): Promise<TextAcceptance[]> => {
      const params = { query: { textId, limit: 200 } };
      return (await unwrap(parallel.GET('/api/v1/admin/acceptances', { params, signal }))).items;
    },
    staleTime: 10_000,
  });

export const supportQuery = () =>
  queryOptions({
    queryKey: staffKeys.support(),
    queryFn: ({ signal }): Promise<KeptSupport> => unwrap(parallel.GET('/api/v1/admin/support', { signal })),
    staleTime: 10_000,
  });

export const saveSupport = () =>
  mutationOptions({
    mutationFn: (body: Schemas['SupportChange']): Promise<KeptSupport> =>
      unwrap(serial.PUT('/api/v1/admin/support', { body })),
    ...partSaved(staffKeys.support(), keys.merchant()),
  });
