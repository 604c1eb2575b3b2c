import { i18n } from '@lingui/core';
import type { GiftCardSummary } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { addressOf } from '../table';
import { cardStateOf, holderOf } from './gift-card-words';

/** Gift cards with links to their pages. */
export function GiftCardTable({ cards }: { cards: GiftCardSummary[] }) {
  const columns: [Column<GiftCardSummary>, ...Column<GiftCardSummary>[]] = [
    {
      id: 'number',
      head: i18n._({ id: 'card|Number', message: 'Number' }),
      cell: ({ lastFour }) => `…${lastFour}`,
    },
    { id: 'name', head: i18n._('Card'), cell: ({ name }) => name, phone: 'never' },
    { id: 'holder', head: i18n._('Buyer or recipient'), cell: holderOf },
    { id: 'state', head: i18n._('Status'), cell: (card) => <StateChip {...cardStateOf(card)} /> },
    {
      id: 'balance',
      head: i18n._('Balance'),
      cell: ({ balance }) => <strong>{money(balance)}</strong>,
      numeric: true,
      phone: 'aside',
    },
    { id: 'when', head: i18n._('Date'), cell: ({ createdAt }) => <Age at={createdAt} />, numeric: true },
  ];
  return (
    <DataTable
      label={i18n._('Gift cards')}
      columns={columns}
      rows={cards}
      keyOf={({ cardId }) => cardId}
      to={({ cardId }) => addressOf('giftCard', { cardId: String(cardId) })}
    />
  );
}
