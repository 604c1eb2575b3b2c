import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import type { Product } from '@/shared/api/types';
import { money } from '@/shared/lib/money';
import { Icon } from '@/shared/ui/icon';
import styles from './product-card.module.css';
import { ProductMark } from './product-mark';

type Props = { product: Product; level?: 2 | 3; actions?: ReactNode };

export function ProductCard({ product, level = 3, actions }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const price = money(product.price, { trim: true });
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <ProductMark logo={product.logo} />
        {product.badge && <span className={styles.badge}>{product.badge}</span>}
      </div>
      <Heading className={styles.name}>{product.name}</Heading>
      <ul className={styles.details}>
        {product.details.map((line) => (
          <li key={line} className={styles.detail}>
            <Icon name="check" size={18} />
            {line}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <div>
          <p className={styles.price}>{price}</p>
          <p className={styles.tax}>
            {product.taxes > 0
              ? i18n._('plus {tax} tax', { tax: money(product.taxes) })
              : i18n._('tax included')}
          </p>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </li>
  );
}
