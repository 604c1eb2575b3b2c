import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import type { Location, WalletItem } from '@/shared/api/types';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { kindIcon } from '@/shared/products/item-kinds';
import { Icon } from '@/shared/ui/icon';
import { expiry, giftedBy, kindAndUses, worksAtInShort } from '../model/wallet';
import styles from './wallet-list.module.css';

type Props = {
  item: WalletItem;
  locations: Location[];
  /** Path to the code. */
  to: string;
};

export function WalletEntry({ item, locations, to }: Props) {
  return (
    <li>
      <Link className={styles.item} to={to}>
        <span className={styles.mark}>
          <Icon name={kindIcon(item.itemType)} />
        </span>
        <span className={styles.text}>
          <span className={styles.name} lang={merchantLanguage()}>
            {item.name}
          </span>
          {item.isGift && (
            <span className={styles.gift}>
              <Icon name="gift" size={16} />
              {giftedBy(item)}
            </span>
          )}
          <span className={styles.where}>
            {kindAndUses(item)} · {worksAtInShort(item, locations)}
          </span>
          <span className={styles.where}>{expiry(item)}</span>
        </span>
        <span className={styles.show}>
          {i18n._('Show code')}
          <Icon name="next" size={20} />
        </span>
      </Link>
    </li>
  );
}
