import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { money } from '@/shared/format/money';
import { takeFocus } from '@/shared/lib/take-focus';
import { hasTaxInPrices } from '@/shared/products/shown-price';
import { Facts } from '@/shared/ui/facts';
import { useMe } from '../api/me';
import { type Bill, billOf, priceOf } from '../model/charge';
import type { useTyping } from '../model/use-typing';
import { NumberPad } from './number-pad';
import styles from './till.module.css';

type Props = {
  typing: ReturnType<typeof useTyping>;
  /** Previously entered amount; 0 for none. */
  price: number;
  charge: (bill: Bill) => void;
  leave: () => void;
};

/** Amount due: a price from the keypad, with the location's taxes added or included. */
export function Till({ typing, price, charge, leave }: Props) {
  const taxRate = useMe().data?.location.taxRate;
  const entered = typing.digits === '' ? price : Number(typing.digits);
  const bill = billOf(entered, taxRate ?? 0, hasTaxInPrices());
  const ready = taxRate !== undefined && priceOf(String(entered)) !== null;
  return (
    <div className={styles.till}>
      <div className={styles.bill}>
        <h1 ref={takeFocus} tabIndex={-1} className={styles.title}>
          {i18n._('Enter amount')}
        </h1>
        <output className={styles.price} aria-label={i18n._('Price')}>
          {money(entered)}
        </output>
        <Facts
          facts={[
            [i18n._('Taxes'), taxRate === undefined ? '–' : money(bill.taxes)],
            [i18n._('Total'), taxRate === undefined ? '–' : money(bill.total)],
          ]}
        />
      </div>
      <div className={styles.entry}>
        <NumberPad {...typing} />
        <div className={styles.actions}>
          <Button variant="contained" size="large" disabled={!ready} onClick={() => charge(bill)}>
            {i18n._('Charge {amount}', { amount: money(bill.total) })}
          </Button>
          <Button variant="outlined" size="large" onClick={leave}>
            {i18n._('Not now')}
          </Button>
        </div>
      </div>
    </div>
  );
}
