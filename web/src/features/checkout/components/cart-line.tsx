import { i18n } from '@lingui/core';
import { money } from '@/shared/lib/money';
import { Icon } from '@/shared/ui/icon';
import { cart, type CartLine as Line, maximumQuantity } from '../model/cart';
import styles from './cart-line.module.css';

type Props = { line: Line; locked: boolean };

export function CartLine({ line, locked }: Props) {
  const { product, quantity, id } = line;
  const { name } = product;
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.each}>{i18n._('{price} each', { price: money(product.price) })}</p>
      </div>
      <fieldset className={styles.quantity} disabled={locked}>
        <legend className="visually-hidden">{i18n._('Quantity of {name}', { name })}</legend>
        <button
          type="button"
          className={styles.step}
          aria-label={i18n._('One {name} less', { name })}
          onClick={() => cart.change(id, quantity - 1)}
        >
          <Icon name="minus" size={20} />
        </button>
        <output className={styles.count} aria-label={i18n._('Quantity')}>
          {quantity}
        </output>
        <button
          type="button"
          className={styles.step}
          aria-label={i18n._('One {name} more', { name })}
          disabled={quantity >= maximumQuantity}
          onClick={() => cart.change(id, quantity + 1)}
        >
          <Icon name="plus" size={20} />
        </button>
      </fieldset>
      <p className={styles.sum}>{money(product.price * quantity)}</p>
      <button
        type="button"
        className={styles.remove}
        disabled={locked}
        aria-label={i18n._('Remove {name}', { name })}
        onClick={() => cart.change(id, 0)}
      >
        <Icon name="trash" size={20} />
      </button>
    </li>
  );
}
