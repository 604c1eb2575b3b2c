import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import type { Location, WalletItem } from '@/shared/api/types';
import { paths } from '@/shared/site/routes';
import { Icon } from '@/shared/ui/icon';
import { goodUntil, groupByLabel, kindLabel, worksAt } from '../model/wallet';
import styles from './wallet-list.module.css';

type Props = { items: WalletItem[]; locations: Location[] };

export function WalletList({ items, locations }: Props) {
  return (
    <div className={styles.groups}>
      {groupByLabel(items).map(([label, group]) => (
        <section key={label} className={styles.group}>
          <h2 className={styles.label}>
            {label}
            <span className={styles.count} title={i18n._('{count} in your wallet', { count: group.length })}>
              {group.length}
            </span>
          </h2>
          <ul className={styles.items}>
            {group.map((item) => (
              <li key={item.id}>
                <Link className={styles.item} to={`${paths.wallet}/${item.id}`}>
                  <span className={styles.mark}>
                    <Icon name="car" />
                  </span>
                  <span className={styles.text}>
                    <span className={styles.name}>{item.name}</span>
                    <span className={styles.where}>
                      {kindLabel(item.itemType)} · {worksAt(item, locations)}
                    </span>
                    <span className={styles.where}>
                      {i18n._('Good until {date}', { date: goodUntil(item) })}
                    </span>
                  </span>
                  <span className={styles.show}>
                    {i18n._('Show code')}
                    <Icon name="next" size={20} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
