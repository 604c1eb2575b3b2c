import { i18n } from '@lingui/core';
import type { Purchase } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { orderLabel, totalNote } from '../model/purchase-words';
import styles from './purchase-card.module.css';
import { PurchaseLine } from './purchase-line';
import { ResendButton } from './resend-button';

export function PurchaseCard({ purchase }: { purchase: Purchase }) {
  const { orderNumber, purchasedProducts, transRecordId } = purchase;
  const state = orderLabel(purchase.state);
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.number}>{i18n._('Order {number}', { number: orderNumber })}</h2>
          <p className={styles.date}>{dateTime(purchase.purchaseDate)}</p>
        </div>
        <div className={styles.sum}>
          <p className={styles.total}>{money(purchase.total)}</p>
          {state && <p className={styles.state}>{state}</p>}
        </div>
      </header>
      <ul className={styles.lines}>
        {purchasedProducts.map((product, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: receipts don't change, and lines have no unique names
          <PurchaseLine key={index} product={product} />
        ))}
      </ul>
      <footer className={styles.foot}>
        <p className={styles.date}>{totalNote(purchase)}</p>
        <ResendButton transRecordId={transRecordId} orderNumber={orderNumber} />
      </footer>
    </li>
  );
}
