import { useState } from 'react';
import { BalanceForm } from '@/features/gift-cards/components/balance-form';
import { paths } from '@/shared/site/routes';
import { GiftCards } from '../components/gift-cards';
import { ProductQuery } from '../components/product-query';
import { ShopFrame } from '../components/shop-frame';
import { sectionAt } from '../components/shop-sections';
import { useMode } from '../model/mode';
import styles from './gift-cards-page.module.css';

export function GiftCardsPage() {
  const phone = useMode() === 'mobile';
  const [known, setKnown] = useState('');
  return (
    <ShopFrame section={sectionAt(paths.giftCards)}>
      {(locationId) => (
        <div className={styles.parts}>
          <BalanceForm onChecked={setKnown} />
          <ProductQuery kind="giftCards" locationId={locationId}>
            {(products) => <GiftCards products={products} phone={phone} cardNumber={known} />}
          </ProductQuery>
        </div>
      )}
    </ShopFrame>
  );
}
