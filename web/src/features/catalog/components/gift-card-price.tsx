import { i18n } from '@lingui/core';
import type { Product } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { shownPrice } from '@/shared/products/shown-price';
import { taxNote } from '../model/tax-note';
import styles from './product-price.module.css';

/** Value and price of a gift card, which can differ. */
export function GiftCardPrice({ product }: { product: Product }) {
  const { value, price, taxes } = product;
  return (
    <div>
      <p className={styles.note}>{i18n._('Value')}</p>
      <p className={styles.price}>{money(value, { trim: true })}</p>
      <p className={styles.cost}>
        {i18n._('Price: {price}', { price: money(shownPrice(price, taxes), { trim: true }) })}
      </p>
      {taxes > 0 && <p className={styles.note}>{taxNote(taxes)}</p>}
    </div>
  );
}
