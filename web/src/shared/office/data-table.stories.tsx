import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Story } from '../testing/story';
import { type Column, DataTable } from './data-table';
import { StateChip } from './state-chip';

type Row = { id: number; name: string; state: string; total: string };

const columns: [Column<Row>, ...Column<Row>[]] = [
  { id: 'name', head: 'Customer', cell: ({ name }) => name },
  {
    id: 'state',
    head: 'Status',
    cell: ({ state }) => <StateChip mood="good" label={state} />,
    phone: 'aside',
  },
  { id: 'total', head: 'Total', cell: ({ total }) => total, numeric: true, phone: 'named' },
];
const rows: Row[] = [
  { id: 1, name: 'Ada Byron', state: 'Paid', total: '$21.60' },
  { id: 2, name: 'Grace Hopper', state: 'Partially refunded', total: '$1,204.00' },
];
const german: Row[] = [
  {
    id: 1,
    name: 'Maximiliane von und zu Hohenstein-Aufbereitungsdienstleistungen',
    state: 'Teilweise erstattet',
    total: '1.204.000,00 €',
  },
];
const common = { label: 'Orders', columns, keyOf: ({ id }: Row) => id };

function Selectable() {
  const [chosen, onChange] = useState(new Set<string | number>([1]));
  const selection = { chosen, onChange, label: ({ name }: Row) => `Select ${name}`, all: 'Select all' };
  return <DataTable {...common} rows={rows} selection={selection} />;
}

export const story: Story = {
  title: 'Table',
  states: {
    'default, wide': () => <DataTable {...common} rows={rows} to={({ id }) => `/${id}`} />,
    'selection, wide': () => <Selectable />,
    'actions, wide': () => (
      <DataTable
        {...common}
        rows={rows}
        actions={() => (
          <Button size="small" variant="text">
            Edit
          </Button>
        )}
        actionsHead="Actions"
      />
    ),
    'long German text, wide': () => <DataTable {...common} rows={german} to={({ id }) => `/${id}`} />,
  },
};
