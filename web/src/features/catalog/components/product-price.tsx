import { i18n } from '@lingui/core';
import type { Product } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { productKinds } from '@/shared/products/kinds';
import { shownPrice } from '@/shared/products/shown-price';
import { clubPrices } from '../model/club-price';
import { taxNote } from '../model/tax-note';
import styles from './product-price.module.css';

/** Best known price, with a note about its tax. */
export function ProductPrice({ product }: { product: Product }) {
  const { price, taxes, productType } = product;
  if (!productKinds[productType].membership) {
    return (
      <div>
        <p className={styles.price}>{money(shownPrice(price, taxes), { trim: true })}</p>
        <p className={styles.note}>{taxNote(taxes)}</p>
      </div>
    );
  }
  const { first, monthly } = clubPrices(product);
  const monthlyTaxes = product.monthlyTaxes ?? taxes;
  return (
    <div>
      <p className={styles.price}>
        {money(shownPrice(monthly, monthlyTaxes), { trim: true })}
        <span className={styles.per}> {i18n._('/ month')}</span>
      </p>
      {first !== null && (
        <p className={styles.first}>
          {i18n._('First month {price}', { price: money(shownPrice(first, taxes), { trim: true }) })}
        </p>
      )}
      <p className={styles.note}>{taxNote(monthlyTaxes)}</p>
    </div>
  );
}
