import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { announcedPricesQuery, withdrawPrice } from '@/features/clubs/api/members';
import type { ScheduledPrice } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { BusyButton } from '@/shared/ui/busy-button';
import { SectionCard } from '@/shared/ui/section-card';
import styles from './price-changes.module.css';

function Withdraw({ change: { productId, club, from } }: { change: ScheduledPrice }) {
  const { mutateAsync, isPending } = useMutation(withdrawPrice);
  const date = longDate(from);
  const ask = () =>
    askAndDo(
      {
        title: i18n._('Withdraw price change?'),
        text: i18n._(
          "We'll notify {club} members by email and in the app that their price doesn't change on {date}.",
          { club, date },
        ),
        yes: i18n._('Withdraw change'),
        done: i18n._('Price change withdrawn. Notifying members…'),
      },
      () => mutateAsync({ productId, from }),
    );
  return (
    <BusyButton
      size="small"
      variant="text"
      color="error"
      busy={isPending}
      onClick={ask}
      aria-label={i18n._('Withdraw price change: {club}, {date}', { club, date })}
    >
      {i18n._('Withdraw')}
    </BusyButton>
  );
}

/** Price changes that members were told of and that haven't taken effect; nothing if there are none. */
export function PriceChanges() {
  const { data: changes = [] } = useQuery(announcedPricesQuery());
  if (changes.length === 0) return null;
  const columns: [Column<ScheduledPrice>, ...Column<ScheduledPrice>[]] = [
    { id: 'club', head: i18n._('Club'), cell: ({ club }) => club },
    { id: 'from', head: i18n._('Effective date'), cell: ({ from }) => longDate(from) },
    {
      id: 'price',
      head: i18n._('Monthly price'),
      cell: ({ monthlyPrice }) => money(monthlyPrice),
      numeric: true,
    },
    { id: 'members', head: i18n._('Members'), cell: ({ members }) => members, numeric: true },
  ];
  return (
    <div className={styles.changes}>
      <SectionCard title={i18n._('Scheduled price changes')}>
        <DataTable
          label={i18n._('Scheduled price changes')}
          columns={columns}
          rows={changes}
          keyOf={({ productId, from, monthlyPrice }) => `${productId} ${from} ${monthlyPrice}`}
          actions={(change) => <Withdraw change={change} />}
          actionsHead={i18n._('Actions')}
        />
      </SectionCard>
    </div>
  );
}
