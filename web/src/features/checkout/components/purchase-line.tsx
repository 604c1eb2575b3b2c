import { i18n } from '@lingui/core';
import type { PurchasedProduct } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { productKinds } from '@/shared/products/kinds';
import { shownPrice } from '@/shared/products/shown-price';
import { Icon } from '@/shared/ui/icon';
import { fulfilmentLabel } from '../model/purchase-words';
import styles from './purchase-line.module.css';

export function PurchaseLine({ product }: { product: PurchasedProduct }) {
  const { name, quantity, unitPrice, unitTaxes, appProductType, isGift, giftedEmail, giftedTo } = product;
  const kind = productKinds[appProductType];
  const sent = fulfilmentLabel(product.fulfillmentState);
  return (
    <li className={styles.line}>
      <span className={styles.mark}>
        <Icon name={isGift ? 'gift' : kind.icon} size={20} />
      </span>
      <span className={styles.what}>
        <span className={styles.name} lang={merchantLanguage()}>
          {quantity} × {name}
        </span>
        <span className={styles.more}>{[kind.name(), sent].filter(Boolean).join(' · ')}</span>
        {isGift && (
          <span className={styles.more}>
            {i18n._('Gift for {name}', { name: [giftedTo, giftedEmail].filter(Boolean).join(', ') })}
          </span>
        )}
      </span>
      <span className={styles.price}>{money(shownPrice(unitPrice, unitTaxes) * quantity)}</span>
    </li>
  );
}
