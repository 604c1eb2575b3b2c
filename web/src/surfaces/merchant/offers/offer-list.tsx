import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  downloadOffers,
  importOffers,
  type OfferKind,
  offersQuery,
} from '@/features/offers/api/admin-offers';
import type { OfferRecord } from '@/shared/api/types';
import { ListView } from '@/shared/list/list-view';
import { matches } from '@/shared/list/matches';
import { pageOf } from '@/shared/list/part';
import { useList } from '@/shared/list/use-list';
import { type Column, DataTable } from '@/shared/office/data-table';
import styles from '@/shared/office/page-acts.module.css';
import { useServerNow } from '@/shared/office/server-now';
import { StateChip } from '@/shared/office/state-chip';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { ArchiveTabs } from '../components/archive-tabs';
import { DownloadButton } from '../components/download-button';
import { ImportButton } from '../components/import-button';
import { neighboursOf } from '../components/neighbours';
import { SavedViews } from '../views/saved-views';
import { DiscountNav } from './discount-nav';
import { ChosenOffers, OfferActions } from './offer-actions';
import { OfferControls } from './offer-controls';
import { inOrder, offerFields } from './offer-order';
import { awardOf, claimsOf, offerState, spanOf, stateWords } from './offer-words';

const size = 25;

type Props = {
  kind: OfferKind;
  may: boolean;
  /** Labels of the list and its buttons. */
  words: { list: string; create: string; bring: string };
  /** Path of an offer, or of a new one. */
  addressOf: (id: string) => string;
  /** Content of an empty list, with its actions. */
  empty: (acts: ReactNode) => ReactNode;
};

/** Items can be moved only in shop order. */
const alone = { above: undefined, below: undefined };

/** Withdrawn offers come last. */
const bothStand = (one: OfferRecord, other: OfferRecord) => !one.withdrawnAt && !other.withdrawnAt;

/** Offers of a type, filtered locally because a site has few. */
export function OfferList({ kind, may, words, addressOf, empty }: Props) {
  const list = useList(offerFields);
  const now = useServerNow(60_000);
  const { state, to } = list;
  const [all, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const query = useQuery(offersQuery(kind));
  const create = may && (
    <Button component={Link} to={addressOf('new')} variant="contained">
      {words.create}
    </Button>
  );
  const bring = may && (
    <ImportButton
      title={words.bring}
      hint={i18n._(
        "Export the list as CSV, edit it, then import it. Rows without an ID create discounts. Missing columns aren't changed.",
      )}
      bring={importOffers(kind)}
    />
  );
  const searched = (offers: OfferRecord[]) =>
    inOrder(offers, state.sort).filter(({ offer }) =>
      matches(state.q, [offer.name, offer.code, offer.description]),
    );
  const inState = (record: OfferRecord) => offerState(record, now) === state.state;
  const found = (offers: OfferRecord[]) =>
    searched(offers).filter(state.state === 'all' ? ({ withdrawnAt }) => !withdrawnAt : inState);
  const shown = found(query.data ?? []);
  // The export of all current offers includes withdrawn ones.
  const exported = state.state === 'all' ? searched(query.data ?? []) : shown;
  const withdrawn = state.state === 'withdrawn';
  const isFiltered = state.state !== 'all' && !withdrawn;
  const clear = () => list.change({ q: '', state: withdrawn ? 'withdrawn' : 'all', page: 1 });
  const hasActive = query.data?.some(({ withdrawnAt }) => !withdrawnAt) ?? false;
  const columns: [Column<OfferRecord>, ...Column<OfferRecord>[]] = [
    { id: 'name', head: i18n._('Name'), cell: ({ offer }) => offer.name },
    ...(kind === 'promo-codes'
      ? [{ id: 'code', head: i18n._('Code'), cell: ({ offer }: OfferRecord) => <code>{offer.code}</code> }]
      : []),
    { id: 'award', head: i18n._('Discount'), cell: awardOf },
    { id: 'span', head: i18n._('Dates'), cell: spanOf },
    { id: 'claimed', head: i18n._('Claimed'), cell: claimsOf, numeric: true, phone: 'named' },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: (record) => <StateChip {...stateWords(offerState(record, now))} />,
      phone: 'aside',
    },
  ];
  const leads = (record: OfferRecord) =>
    record.withdrawnAt ? addressOf(`new?copy=${record.id}`) : addressOf(String(record.id));
  const fetchTable = () =>
    downloadOffers(kind, {
      ...(state.q && { q: state.q }),
      ...(state.state !== 'all' && { state: state.state }),
    });
  const chosenOf = (offers: OfferRecord[]) => offers.filter(({ id }) => all.has(id));
  return (
    <Page
      aside={
        (hasActive || withdrawn) &&
        may && (
          <div className={styles.acts}>
            <DownloadButton list={kind} count={exported.length} fetchTable={fetchTable} />
            {bring}
            {create}
          </div>
        )
      }
    >
      <DiscountNav />
      <ArchiveTabs
        label={words.list}
        tabs={[
          {
            label: i18n._({ id: 'offers|Current', message: 'Current' }),
            to: to({ state: 'all', page: 1 }),
            current: !withdrawn,
          },
          {
            label: i18n._({ id: 'offers|Withdrawn', message: 'Withdrawn' }),
            to: to({ state: 'withdrawn', page: 1 }),
            current: withdrawn,
          },
        ]}
      />
      <ListView
        query={query}
        list={{ narrowed: state.q !== '' || isFiltered, clear }}
        part={(all) => pageOf(found(all), { page: state.page, size, at: (next) => to({ page: next }) })}
        controls={() => (
          <>
            <OfferControls list={list} />
            <SavedViews list={kind} />
          </>
        )}
        skeleton={<Skeleton count={6} height={44} />}
        failed={i18n._("Couldn't load discounts")}
        empty={
          withdrawn ? (
            <StateView icon="tag" title={i18n._('No withdrawn discounts')} />
          ) : (
            empty(
              <>
                {bring}
                {create}
              </>,
            )
          )
        }
      >
        {(offers) => (
          <>
            {chosenOf(offers).length > 0 && (
              <ChosenOffers kind={kind} chosen={chosenOf(offers)} onDone={() => setChosen(new Set())} />
            )}
            <DataTable
              label={words.list}
              columns={columns}
              rows={offers}
              keyOf={({ id }) => id}
              {...(may && {
                to: leads,
                selection: {
                  chosen: new Set(chosenOf(offers).map(({ id }) => id)),
                  onChange: setChosen,
                  label: ({ offer: { name } }: OfferRecord) => i18n._('Select {name}', { name }),
                  all: i18n._('Select all'),
                },
                actions: (record: OfferRecord) => (
                  <OfferActions
                    record={record}
                    kind={kind}
                    neighbours={state.sort === 'shop' ? neighboursOf(shown, record, bothStand) : alone}
                    copy={addressOf(`new?copy=${record.id}`)}
                  />
                ),
              })}
              actionsHead={i18n._('Actions')}
            />
          </>
        )}
      </ListView>
    </Page>
  );
}
