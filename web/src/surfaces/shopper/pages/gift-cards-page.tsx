import { useState } from 'react';
import { BalanceForm } from '@/features/gift-cards/components/balance-form';
import { GiftCards } from '../components/gift-cards';
import { ProductQuery } from '../components/product-query';
import { useMode } from '../model/mode';
import styles from './gift-cards-page.module.css';
import { useShop } from './shop-layout';

export function GiftCardsPage() {
  const { locationId } = useShop();
  const phone = useMode() === 'mobile';
  const [known, setKnown] = useState('');
  return (
    <div className={styles.parts}>
      <BalanceForm onChecked={setKnown} />
      <ProductQuery kind="giftCards" locationId={locationId}>
        {(products) => <GiftCards products={products} phone={phone} cardNumber={known} />}
      </ProductQuery>
    </div>
  );
}
