import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { type OfferKind, offersQuery } from '@/features/offers/api/admin-offers';
import { locationsQuery } from '@/features/site/api/locations';
import type { OfferRecord } from '@/shared/api/types';
import { BackLink } from '@/shared/office/back-link';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { OfferEditor } from '../offers/offer-editor';
import { emptyOffer, type TypedOffer, typedOffer } from '../offers/offer-form';
import { addressOf } from '../table';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** What the form begins with: an offer, a copy of one, or nothing; null where there is no such offer. */
function startOf(offers: OfferRecord[], id: number | null, copyOf: string | null): TypedOffer | null {
  const wanted = id ?? (copyOf === null ? null : Number(copyOf));
  if (wanted === null) return emptyOffer;
  const found = offers.find((one) => one.id === wanted);
  if (!found || (id !== null && found.withdrawnAt)) return null;
  const typed = typedOffer(found.offer, site().timeZone);
  // A copy has a code and a time of its own.
  return id === null ? { ...typed, code: '', startsAt: '', endsAt: '' } : typed;
}

type Words = { create: string; list: string; to: string };

function OfferPage({ kind, words }: { kind: OfferKind; words: Words }) {
  const { id: param = '' } = useParams();
  const [query] = useSearchParams();
  const id = param === 'new' ? null : Number(param);
  const { data: locations } = useQuery(locationsQuery());
  const offers = useQuery(offersQuery(kind));
  const known = offers.data && locations;
  const values = known && startOf(offers.data, id, query.get('copy'));
  if (values === null) return <NotFoundPage />;
  const name = offers.data?.find((one) => one.id === id)?.offer.name;
  return (
    <>
      <BackLink to={words.to} label={words.list} width="narrow" />
      <Page title={id === null ? words.create : (name ?? words.list)} width="narrow">
        {values && locations ? (
          <OfferEditor kind={kind} id={id} values={values} locations={locations} list={words.to} />
        ) : (
          <QueryView
            query={offers}
            skeleton={<Skeleton count={3} height={240} />}
            failed={i18n._('Unable to get the offers')}
          >
            {() => <Skeleton count={3} height={240} />}
          </QueryView>
        )}
      </Page>
    </>
  );
}

export function DealPage() {
  const words = { create: i18n._('New deal'), list: i18n._('Deals'), to: addressOf('deals') };
  return <OfferPage kind="deals" words={words} />;
}

export function PromoCodePage() {
  const words = {
    create: i18n._('New promo code'),
    list: i18n._('Promo codes'),
    to: addressOf('promoCodes'),
  };
  return <OfferPage kind="promo-codes" words={words} />;
}
