import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import type { Product } from '@/shared/api/types';
import { washNames } from '@/shared/format/wash-names';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { Icon } from '@/shared/ui/icon';
import styles from './product-card.module.css';
import { ProductPicture } from './product-picture';
import { ProductPrice } from './product-price';

type Props = {
  product: Product;
  level?: 2 | 3;
  /** Replaces the price. */
  price?: ReactNode;
  actions?: ReactNode;
};

/** Badge of a product: sold out, then low stock, then the merchant's badge. */
function badge({ stock, badge: own }: Product): string | null {
  if (stock === 0) return i18n._('Sold out');
  if (typeof stock === 'number' && stock <= 5) return i18n._('Only {stock} left', { stock });
  return own ?? null;
}

export function ProductCard({ product, level = 3, price, actions }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const word = badge(product);
  const washes = washNames(product);
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <ProductPicture logo={product.logo} />
        {word && (
          <span className={styles.badge} data-quiet={product.stock === 0}>
            {word}
          </span>
        )}
      </div>
      <Heading className={styles.name} lang={merchantLanguage()}>
        {product.name}
      </Heading>
      <ul className={styles.details} lang={merchantLanguage()}>
        {washes && (
          <li className={styles.detail}>
            <Icon name="drop" size={18} />
            {i18n._('Includes {washes}', { washes })}
          </li>
        )}
        {product.details.map((line) => (
          <li key={line} className={styles.detail}>
            <Icon name="check" size={18} />
            {line}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {price ?? <ProductPrice product={product} />}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </li>
  );
}
