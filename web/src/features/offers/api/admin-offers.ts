import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { OfferManifest, OfferRecord } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';
import { importTable, type TableBrought } from '@/shared/office/import-table';
import { saveOnce } from '@/shared/office/save-once';

type OfferList = components['schemas']['OfferList'];
type Place = components['schemas']['Place'];

export type OfferKind = 'deals' | 'promo-codes';

/** Offers of a type, including withdrawn ones. */
export const offersQuery = (kind: OfferKind) =>
  queryOptions({
    queryKey: staffKeys.offers(kind),
    queryFn: async ({ signal }): Promise<OfferRecord[]> => {
      const { data, error, response } = await parallel.GET(`/api/v1/admin/${kind}`, { signal });
      return openEnvelope<OfferList>(data ?? error, response).items;
    },
    staleTime: 10_000,
  });

function newest(kind: OfferKind, id: number, signal: AbortSignal | null = null): Promise<OfferRecord> {
  return kind === 'deals'
    ? unwrap(parallel.GET('/api/v1/admin/deals/{dealId}', { params: { path: { dealId: id } }, signal }))
    : unwrap(
        parallel.GET('/api/v1/admin/promo-codes/{promoCodeId}', {
          params: { path: { promoCodeId: id } },
          signal,
        }),
      );
}

/** Always fetched, so that an edit doesn't start with outdated data. */
export const offerQuery = (kind: OfferKind, id: number) =>
  queryOptions({
    queryKey: staffKeys.offer(kind, id),
    queryFn: ({ signal }) => newest(kind, id, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Offer filters; absent fields don't filter. */
export type OffersAsked = { q?: string; state?: 'running' | 'coming' | 'ended' | 'withdrawn' };

/** Exports the filtered list as CSV. */
export async function downloadOffers(kind: OfferKind, asked: OffersAsked): Promise<string> {
  const { data, error, response } = await parallel.GET(`/api/v1/admin/${kind}`, {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  // Errors still come in an envelope.
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

const presses = { deals: pressKey('new-deal'), 'promo-codes': pressKey('new-promo-code') };

function add(kind: OfferKind, body: OfferManifest): Promise<OfferRecord> {
  return sendOnce(presses[kind], body, (key) =>
    unwrap(serial.POST(`/api/v1/admin/${kind}`, { body, params: { header: { 'Idempotency-Key': key } } })),
  );
}

function put(kind: OfferKind, { id, version }: OfferRecord, offer: OfferManifest): Promise<OfferRecord> {
  const body = { version, offer };
  return kind === 'deals'
    ? unwrap(serial.PUT('/api/v1/admin/deals/{dealId}', { params: { path: { dealId: id } }, body }))
    : unwrap(
        serial.PUT('/api/v1/admin/promo-codes/{promoCodeId}', {
          params: { path: { promoCodeId: id } },
          body,
        }),
      );
}

function change(kind: OfferKind, before: OfferRecord, offer: OfferManifest): Promise<OfferRecord> {
  return saveOnce(() => put(kind, before, offer), {
    newest: () => newest(kind, before.id),
    // Without a start, it keeps the previous one.
    sent: (now) => [now.offer, { ...offer, startsAt: offer.startsAt ?? now.offer.startsAt }],
  });
}

type Saved = {
  /** The offer when the form opened; null for a new one. */
  before: OfferRecord | null;
  offer: OfferManifest;
};

/** Adds or updates an offer. */
export const saveOffer = (kind: OfferKind) =>
  mutationOptions({
    mutationFn: ({ before, offer }: Saved) => (before ? change(kind, before, offer) : add(kind, offer)),
    onSettled: (_done, _error, _sent, _before, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.offers(kind) }),
  });

export const withdrawOffer = (kind: OfferKind) =>
  mutationOptions({
    mutationFn: (id: number): Promise<OfferRecord> =>
      kind === 'deals'
        ? unwrap(serial.DELETE('/api/v1/admin/deals/{dealId}', { params: { path: { dealId: id } } }))
        : unwrap(
            serial.DELETE('/api/v1/admin/promo-codes/{promoCodeId}', {
              params: { path: { promoCodeId: id } },
            }),
          ),
    onSettled: (_done, _error, _sent, _before, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.offers(kind) }),
  });

/** Moves an offer before another one. */
export const moveOffer = (kind: OfferKind) =>
  mutationOptions({
    mutationFn: (body: Place) => unwrap(serial.PUT(`/api/v1/admin/${kind}/order`, { body })),
    onSettled: (_done, _error, _sent, _before, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.offers(kind) }),
  });

/** Imports offers from CSV, or does a dry run. */
export const importOffers = (kind: OfferKind) =>
  mutationOptions({
    mutationFn: (brought: TableBrought) => importTable(kind, brought),
    onSettled: (_done, _error, { dryRun }, _before, { client }) =>
      dryRun ? undefined : client.invalidateQueries({ queryKey: staffKeys.offers(kind) }),
  });
