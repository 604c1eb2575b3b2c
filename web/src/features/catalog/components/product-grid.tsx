import type { ReactNode } from 'react';
import type { Product } from '@/shared/api/types';
import { ProductCard } from './product-card';
import styles from './product-grid.module.css';

type Props = {
  products: Product[];
  /** `rail` scrolls sideways on phones; the grid wraps. */
  layout?: 'grid' | 'rail';
  level?: 2 | 3;
  price?: ((product: Product) => ReactNode) | undefined;
  actions: (product: Product) => ReactNode;
};

export function ProductGrid({ products, layout = 'grid', level = 3, price, actions }: Props) {
  return (
    <ul className={styles[layout]}>
      {products.map((product) => (
        <ProductCard
          key={product.productId}
          product={product}
          level={level}
          price={price?.(product)}
          actions={actions(product)}
        />
      ))}
    </ul>
  );
}
