import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { Location, WalletItem } from '@/shared/api/types';
import { useKeptState } from '@/shared/lib/use-kept-state';
import { WalletEntry } from './wallet-entry';
import styles from './wallet-list.module.css';

type Props = {
  label: string;
  items: WalletItem[];
  locations: Location[];
  codeAt: (itemId: string) => string;
};

/** A bundle of ten would fill the screen, so show only the first few. */
const few = 3;

export function WalletGroup({ label, items, locations, codeAt }: Props) {
  const [all, showAll] = useKeptState(`wallet ${label}`, false);
  const count = items.length;
  const hides = !all && count > few;
  return (
    <section className={styles.group} aria-label={label}>
      <h2 className={styles.label}>
        {label}
        <span className={styles.count} title={i18n._('{count} in your wallet', { count })}>
          {count}
        </span>
      </h2>
      <ul className={styles.items}>
        {items.slice(0, hides ? few : count).map((item) => (
          <WalletEntry key={item.id} item={item} locations={locations} to={codeAt(item.id)} />
        ))}
      </ul>
      {hides && (
        <Button variant="text" onClick={() => showAll(true)}>
          {i18n._('Show all {count}', { count })}
        </Button>
      )}
    </section>
  );
}
