import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { type OfferKind, offerQuery } from '@/features/offers/api/admin-offers';
import type { OfferRecord } from '@/shared/api/types';
import { BackLink } from '@/shared/office/back-link';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { OfferEditor } from '../offers/offer-editor';
import { emptyOffer, typedOffer } from '../offers/offer-schema';
import { addressOf } from '../table';
import { RecordPage, useAskedRecord } from './record-page';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

type Words = { create: string; one: string; list: string; to: string };
type OfferProps = { kind: OfferKind; words: Words };
type EditorProps = OfferProps & { record: OfferRecord | null; copy: boolean };

/** The form keeps the offer from when it opened. Later changes are another version. */
function Editor({ kind, words, record, copy }: EditorProps) {
  const [first] = useState(record);
  const locations = useQuery(locationsQuery());
  const typed = first ? typedOffer(first.offer, site().timeZone) : emptyOffer;
  // A copy needs its own code and dates.
  const values = copy ? { ...typed, code: '', startsAt: '', endsAt: '' } : typed;
  return (
    <QueryView
      query={locations}
      skeleton={<Skeleton count={3} height={240} />}
      failed={i18n._("Couldn't load locations")}
    >
      {(places) => (
        <OfferEditor
          kind={kind}
          before={copy ? null : first}
          values={values}
          locations={places}
          list={words.to}
        />
      )}
    </QueryView>
  );
}

function Existing({ kind, words, id, copy }: OfferProps & { id: number; copy: boolean }) {
  return (
    <RecordPage
      query={offerQuery(kind, id)}
      titleOf={(record) => (copy ? words.create : (record?.offer.name ?? words.one))}
      failed={i18n._("Couldn't load discount")}
    >
      {(record) =>
        record.withdrawnAt && !copy ? (
          <StateView icon="gift" title={i18n._('This discount was withdrawn')}>
            <Button component={Link} to={`${words.to}/new?copy=${id}`} variant="outlined">
              {i18n._('Duplicate')}
            </Button>
          </StateView>
        ) : (
          <Editor key={record.id} kind={kind} words={words} record={record} copy={copy} />
        )
      }
    </RecordPage>
  );
}

function OfferPage({ kind, words }: OfferProps) {
  const asked = useAskedRecord();
  if (!asked) return <NotFoundPage />;
  const { id, copy } = asked;
  return (
    <>
      <BackLink to={words.to} label={words.list} width="narrow" />
      {id === 'new' ? (
        <Page title={words.create} width="narrow">
          <Editor kind={kind} words={words} record={null} copy={false} />
        </Page>
      ) : (
        <Existing key={`${id} ${copy}`} kind={kind} words={words} id={id} copy={copy} />
      )}
    </>
  );
}

export function DealPage() {
  const words = {
    create: i18n._('Create deal'),
    one: i18n._('Deal'),
    list: i18n._('Deals'),
    to: addressOf('deals'),
  };
  return <OfferPage kind="deals" words={words} />;
}

export function PromoCodePage() {
  const words = {
    create: i18n._('Create promo code'),
    one: i18n._('Promo code'),
    list: i18n._('Promo codes'),
    to: addressOf('promoCodes'),
  };
  return <OfferPage kind="promo-codes" words={words} />;
}
