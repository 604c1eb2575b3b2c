import type { Location, WalletItem } from '@/shared/api/types';
import { groupByLabel } from '../model/wallet';
import { WalletGroup } from './wallet-group';
import styles from './wallet-list.module.css';

type Props = {
  items: WalletItem[];
  locations: Location[];
  /** Path to the code of an item. */
  codeAt: (itemId: string) => string;
};

export function WalletList({ items, locations, codeAt }: Props) {
  return (
    <div className={styles.groups}>
      {groupByLabel(items).map(([label, group]) => (
        <WalletGroup key={label} label={label} items={group} locations={locations} codeAt={codeAt} />
      ))}
    </div>
  );
}
