import { i18n } from '@lingui/core';
import { type ReactNode, useId, useState } from 'react';
import { GiftCardPrice } from '@/features/catalog/components/gift-card-price';
import { ProductGrid } from '@/features/catalog/components/product-grid';
import { GiftCardActions } from '@/flows/buying/gift-card-actions';
import { useBuy } from '@/flows/buying/use-buy';
import type { Product } from '@/shared/api/types';
import { ChoiceBar } from '@/shared/ui/choice-bar';
import styles from './gift-cards.module.css';

type Props = {
  products: Product[];
  phone: boolean;
  /** Card of the last balance check. */
  cardNumber: string;
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** New gift cards and reloads: side by side in the web shop, one at a time in the app. */
export function GiftCards({ products, phone, cardNumber }: Props) {
  const { buy, busy } = useBuy();
  const [shown, show] = useState<'new' | 'reload'>('new');
  const list = (kind: 'GiftCard' | 'GiftCardRecharge') => (
    <ProductGrid
      products={products.filter((product) => product.appProductType === kind)}
      level={3}
      layout={phone ? 'rail' : 'grid'}
      price={(product) => <GiftCardPrice product={product} />}
      actions={(product) => (
        <GiftCardActions product={product} phone={phone} cardNumber={cardNumber} buy={buy} busy={busy} />
      )}
    />
  );
  if (!phone) {
    const has = (kind: string) => products.some((product) => product.appProductType === kind);
    return (
      <>
        {has('GiftCard') && <Part title={i18n._('New Gift Cards')}>{list('GiftCard')}</Part>}
        {has('GiftCardRecharge') && (
          <Part title={i18n._('Existing Gift Cards')}>{list('GiftCardRecharge')}</Part>
        )}
      </>
    );
  }
  return (
    <Part title={shown === 'new' ? i18n._('New Gift Cards') : i18n._('Existing Gift Cards')}>
      <ChoiceBar
        label={i18n._('Gift Cards')}
        choices={[
          { value: 'new', label: i18n._('Buy New') },
          { value: 'reload', label: i18n._('Reload') },
        ]}
        value={shown}
        onChange={show}
      />
      {list(shown === 'new' ? 'GiftCard' : 'GiftCardRecharge')}
    </Part>
  );
}
