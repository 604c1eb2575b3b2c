import { i18n } from '@lingui/core';
import { money } from '@/shared/format/money';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { Icon } from '@/shared/ui/icon';
import { IconButton } from '@/shared/ui/icon-button';
import { cart } from '../model/cart';
import { type CartLine as Line, maximumOf, type UnitPrice } from '../model/cart-lines';
import { priceNote } from '../model/price-note';
import styles from './cart-line.module.css';
import { GiftNote } from './gift-note';
import { QuantityField } from './quantity-field';
import { useSwipeAway } from './use-swipe-away';

type Props = { line: Line; unit: UnitPrice; locked: boolean; editGift: (line: Line) => void };

export function CartLine({ line, unit, locked, editGift }: Props) {
  const { product, quantity, id, gift } = line;
  const { name } = product;
  const note = priceNote(line, unit);
  const remove = () => cart.change(id, 0);
  const { offset, handlers } = useSwipeAway(!locked, remove);
  return (
    <li className={styles.slot} data-swipe="own">
      <span className={styles.under} aria-hidden="true">
        <Icon name="trash" size={22} />
      </span>
      <div
        className={styles.line}
        data-moving={offset > 0}
        data-single={maximumOf(line) === 1}
        style={offset > 0 ? { transform: `translateX(${offset}px)` } : undefined}
        {...handlers}
      >
        <div className={styles.what}>
          <h3 className={styles.name} lang={merchantLanguage()}>
            {name}
          </h3>
          {note && <p className={styles.each}>{note}</p>}
          {gift && <GiftNote gift={gift} name={name} locked={locked} edit={() => editGift(line)} />}
        </div>
        {maximumOf(line) > 1 && (
          <QuantityField
            name={name}
            quantity={quantity}
            maximum={maximumOf(line)}
            locked={locked}
            change={(next) => cart.change(id, next)}
          />
        )}
        <p className={styles.sum}>{money(unit.price * quantity)}</p>
        <IconButton
          icon="trash"
          label={i18n._('Remove {name}', { name })}
          size={20}
          className={styles.remove}
          disabled={locked}
          onClick={remove}
        />
      </div>
    </li>
  );
}
