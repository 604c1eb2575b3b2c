import { i18n } from '@lingui/core';
import type { Product } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { productKinds } from '@/shared/products/kinds';
import { clubPrices } from '../model/club-price';
import styles from './product-price.module.css';

function tax(taxes: number): string {
  return taxes > 0 ? i18n._('plus {tax} tax', { tax: money(taxes) }) : i18n._('tax included');
}

/** The price as early as it can be said, and what comes on top. */
export function ProductPrice({ product }: { product: Product }) {
  const { price, taxes, productType } = product;
  if (!productKinds[productType].membership) {
    return (
      <div>
        <p className={styles.price}>{money(price, { trim: true })}</p>
        <p className={styles.note}>{tax(taxes)}</p>
      </div>
    );
  }
  const { first, monthly } = clubPrices(product);
  return (
    <div>
      <p className={styles.price}>
        {money(monthly, { trim: true })}
        <span className={styles.per}> {i18n._('/ month')}</span>
      </p>
      {first !== null && (
        <p className={styles.first}>
          {i18n._('First month {price}', { price: money(first, { trim: true }) })}
        </p>
      )}
      <p className={styles.note}>{tax(product.monthlyTaxes ?? taxes)}</p>
    </div>
  );
}
