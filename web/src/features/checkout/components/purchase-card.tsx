import { i18n } from '@lingui/core';
import type { Purchase } from '@/shared/api/types';
import { dateTime } from '@/shared/lib/dates';
import { money } from '@/shared/lib/money';
import styles from './purchase-card.module.css';

export function PurchaseCard({ purchase }: { purchase: Purchase }) {
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.number}>{i18n._('Order {number}', { number: purchase.orderNumber })}</h2>
          <p className={styles.date}>{dateTime(purchase.purchaseDate)}</p>
        </div>
        <p className={styles.total}>{money(purchase.total)}</p>
      </header>
      <ul className={styles.lines}>
        {purchase.purchasedProducts.map((product) => (
          <li
            key={`${product.name}-${product.unitPrice}-${product.giftedEmail ?? ''}`}
            className={styles.line}
          >
            <span>
              {product.quantity} × {product.name}
            </span>
            <span>{money(product.unitPrice * product.quantity)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
