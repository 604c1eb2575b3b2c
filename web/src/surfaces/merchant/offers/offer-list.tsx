import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  downloadOffers,
  type OfferKind,
  offersQuery,
  withdrawOffer,
} from '@/features/offers/api/admin-offers';
import type { OfferRecord } from '@/shared/api/types';
import { filter, page, search } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { matches } from '@/shared/list/matches';
import { pageOf } from '@/shared/list/part';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import styles from '@/shared/office/page-acts.module.css';
import { useServerNow } from '@/shared/office/server-now';
import { StateChip } from '@/shared/office/state-chip';
import { Page } from '@/shared/ui/page';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { ChosenBar } from '../components/chosen-bar';
import { DownloadButton } from '../components/download-button';
import { awardOf, claimsOf, offerState, spanOf, stateWords } from './offer-words';

const size = 25;
const fields = {
  q: search(),
  state: filter('all', 'running', 'coming', 'ended', 'withdrawn'),
  page: page(),
};

type Props = {
  kind: OfferKind;
  may: boolean;
  /** What the list and the button that adds to it are called. */
  words: { list: string; create: string };
  /** Where an offer lies, or a new one. */
  addressOf: (id: string) => string;
  empty: (create: ReactNode) => ReactNode;
};

function Actions({ record, kind, copy }: { record: OfferRecord; kind: OfferKind; copy: string }) {
  const { mutateAsync, isPending } = useMutation(withdrawOffer(kind));
  const { name } = record.offer;
  const withdraw = () =>
    askAndDo(
      {
        title: i18n._('Withdraw {name}?', { name }),
        text: i18n._(
          'Nobody can claim it any more, and what was claimed and not used is taken back. This cannot be undone.',
        ),
        yes: i18n._('Withdraw'),
        done: i18n._('{name} is withdrawn.', { name }),
      },
      () => mutateAsync(record.id),
    );
  return (
    <>
      <Button
        component={Link}
        to={copy}
        size="small"
        variant="text"
        aria-label={i18n._('Duplicate: {name}', { name })}
      >
        {i18n._('Duplicate')}
      </Button>
      {!record.withdrawnAt && (
        <Button
          size="small"
          variant="text"
          color="error"
          disabled={isPending}
          onClick={withdraw}
          aria-label={i18n._('Withdraw: {name}', { name })}
        >
          {i18n._('Withdraw')}
        </Button>
      )}
    </>
  );
}

type ChosenProps = { kind: OfferKind; chosen: OfferRecord[]; onDone: () => void };

/** What can be done with several offers. */
function Chosen({ kind, chosen, onDone }: ChosenProps) {
  const { mutateAsync, isPending } = useMutation(withdrawOffer(kind));
  const standing = chosen.filter(({ withdrawnAt }) => !withdrawnAt);
  const count = standing.length;
  const withdraw = async () => {
    const done = await askAndDo(
      {
        title: i18n._('{count, plural, one {Withdraw # offer?} other {Withdraw # offers?}}', { count }),
        text: i18n._(
          'Nobody can claim it any more, and what was claimed and not used is taken back. This cannot be undone.',
        ),
        yes: i18n._('Withdraw'),
        done: i18n._('{count, plural, one {# offer is withdrawn.} other {# offers are withdrawn.}}', {
          count,
        }),
      },
      async () => {
        for (const { id } of standing) await mutateAsync(id);
      },
    );
    if (done) onDone();
  };
  return (
    <ChosenBar count={chosen.length} onClear={onDone}>
      <Button
        size="small"
        variant="outlined"
        color="error"
        disabled={isPending || count === 0}
        onClick={withdraw}
      >
        {i18n._('Withdraw')}
      </Button>
    </ChosenBar>
  );
}

/** Offers of a kind, searched and filtered here, since a site has few. */
export function OfferList({ kind, may, words, addressOf, empty }: Props) {
  const list = useList(fields);
  const now = useServerNow(60_000);
  const { state, to, change } = list;
  const [all, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const query = useQuery(offersQuery(kind));
  const create = may && (
    <Button component={Link} to={addressOf('new')} variant="contained">
      {words.create}
    </Button>
  );
  const found = (offers: OfferRecord[]) =>
    offers
      .filter((record) => state.state === 'all' || offerState(record, now) === state.state)
      .filter(({ offer }) => matches(state.q, [offer.name, offer.code, offer.description]));
  const columns: [Column<OfferRecord>, ...Column<OfferRecord>[]] = [
    { id: 'name', head: i18n._('Name'), cell: ({ offer }) => offer.name },
    ...(kind === 'promo-codes'
      ? [{ id: 'code', head: i18n._('Code'), cell: ({ offer }: OfferRecord) => <code>{offer.code}</code> }]
      : []),
    { id: 'award', head: i18n._('Award'), cell: awardOf },
    { id: 'span', head: i18n._('When'), cell: spanOf },
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
        query.data &&
        query.data.length > 0 &&
        may && (
          <div className={styles.acts}>
            <DownloadButton list={kind} count={found(query.data).length} fetchTable={fetchTable} />
            {create}
          </div>
        )
      }
    >
      <ListView
        query={query}
        list={list}
        part={(all) => pageOf(found(all), { page: state.page, size, at: (next) => to({ page: next }) })}
        controls={() => (
          <ListControls>
            <SearchBox label={i18n._('Search')} value={state.q} onSearch={(q) => change({ q })} />
            <SelectBox
              label={i18n._('Status')}
              hideLabel
              options={[
                { value: 'all', label: i18n._('All states') },
                ...(['running', 'coming', 'ended', 'withdrawn'] as const).map((value) => ({
                  value,
                  label: stateWords(value).label,
                })),
              ]}
              value={state.state}
              onChange={(next) => change({ state: next })}
            />
          </ListControls>
        )}
        skeleton={<Skeleton count={6} height={44} />}
        failed={i18n._('Unable to get the offers')}
        empty={empty(create)}
      >
        {(offers) => (
          <>
            {chosenOf(offers).length > 0 && (
              <Chosen kind={kind} chosen={chosenOf(offers)} onDone={() => setChosen(new Set())} />
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
                  label: ({ offer: { name } }: OfferRecord) => i18n._('Choose {name}', { name }),
                  all: i18n._('Choose all'),
                },
                actions: (record: OfferRecord) => (
                  <Actions record={record} kind={kind} copy={addressOf(`new?copy=${record.id}`)} />
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
