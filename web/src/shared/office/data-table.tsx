import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import styles from './data-table.module.css';
import { useNarrow } from './use-narrow';

export type Column<T> = {
  id: string;
  head: string;
  cell: (row: T) => ReactNode;
  /** Right-aligns amounts and numbers. */
  numeric?: boolean;
  /** Placement on phones: next to the row's name, below it, below it with a label, or hidden. */
  phone?: 'aside' | 'below' | 'named' | 'never';
};

/** Selected rows, for bulk actions. */
export type Selection<T> = {
  chosen: ReadonlySet<string | number>;
  onChange: (chosen: Set<string | number>) => void;
  /** Label of a row's checkbox. */
  label: (row: T) => string;
  /** Label of the checkbox for all rows. */
  all: string;
};

type Props<T> = {
  /** Accessible name of the rows. */
  label: string;
  /** The first column names the row. */
  columns: [Column<T>, ...Column<T>[]];
  rows: T[];
  keyOf: (row: T) => string | number;
  /** Link of a row; null for none. */
  to?: (row: T) => string | null;
  /** Actions at the end of a row. */
  actions?: ((row: T) => ReactNode) | undefined;
  actionsHead?: string;
  selection?: Selection<T> | undefined;
};

/** Table that shows its rows as cards on phones. */
export function DataTable<T>(props: Props<T>) {
  return useNarrow() ? <Cards {...props} /> : <Rows {...props} />;
}

type BoxProps<T> = { selection: Selection<T>; row: T; id: string | number };

function Box<T>({ selection: { chosen, onChange, label }, row, id }: BoxProps<T>) {
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <Checkbox
      size="small"
      checked={chosen.has(id)}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': label(row) } }}
    />
  );
}

/** Selects all visible rows, or none. */
function AllBox<T>({
  selection,
  rows,
  keyOf,
}: { selection: Selection<T> } & Pick<Props<T>, 'rows' | 'keyOf'>) {
  const { chosen, onChange, all } = selection;
  const every = rows.every((row) => chosen.has(keyOf(row)));
  return (
    <Checkbox
      size="small"
      checked={every}
      indeterminate={!every && chosen.size > 0}
      onChange={() => onChange(new Set(every ? [] : rows.map(keyOf)))}
      slotProps={{ input: { 'aria-label': all } }}
    />
  );
}

function Name<T>({ columns: [name], to, row }: Pick<Props<T>, 'columns' | 'to'> & { row: T }) {
  const { pathname } = useLocation();
  const address = to?.(row);
  if (!address) return <span className={styles.name}>{name.cell(row)}</span>;
  return (
    <Link className={styles.link} to={address} state={{ from: pathname }}>
      {name.cell(row)}
    </Link>
  );
}

function Rows<T>({ label, columns, rows, keyOf, to, actions, actionsHead, selection }: Props<T>) {
  const [, ...others] = columns;
  return (
    <div className={styles.frame}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell className={styles.box}>
                <AllBox selection={selection} rows={rows} keyOf={keyOf} />
              </TableCell>
            )}
            {columns.map(({ id, head, numeric }) => (
              <TableCell key={id} className={styles.head} align={numeric ? 'right' : 'left'}>
                {head}
              </TableCell>
            ))}
            {actions && (
              <TableCell className={styles.head}>
                <span className="visually-hidden">{actionsHead}</span>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} className={styles.row} data-leads={Boolean(to?.(row))}>
              {selection && (
                <TableCell className={styles.box}>
                  <Box selection={selection} row={row} id={keyOf(row)} />
                </TableCell>
              )}
              <TableCell component="th" scope="row" className={styles.cell}>
                <Name columns={columns} {...(to && { to })} row={row} />
              </TableCell>
              {others.map(({ id, cell, numeric }) => (
                <TableCell key={id} className={styles.cell} align={numeric ? 'right' : 'left'}>
                  {cell(row)}
                </TableCell>
              ))}
              {actions && <TableCell className={styles.acts}>{actions(row)}</TableCell>}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Cards<T>({ label, columns, rows, keyOf, to, actions, selection }: Props<T>) {
  const [, ...others] = columns;
  const at = (...places: Column<T>['phone'][]) =>
    others.filter(({ phone = 'below' }) => places.includes(phone));
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={styles.card} data-leads={Boolean(to?.(row))}>
          <div className={styles.first}>
            {selection && (
              <span className={styles.box}>
                <Box selection={selection} row={row} id={keyOf(row)} />
              </span>
            )}
            <Name columns={columns} {...(to && { to })} row={row} />
            {at('aside').map(({ id, cell }) => (
              <span key={id}>{cell(row)}</span>
            ))}
          </div>
          <div className={styles.below}>
            {at('below', 'named').map(({ id, head, cell, phone }) => (
              <span key={id} className={styles.fact}>
                <span className={phone === 'named' ? undefined : 'visually-hidden'}>{head}: </span>
                {cell(row)}
              </span>
            ))}
          </div>
          {actions && <div className={styles.acts}>{actions(row)}</div>}
        </li>
      ))}
    </ul>
  );
}
