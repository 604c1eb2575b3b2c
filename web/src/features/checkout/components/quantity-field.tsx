import { i18n } from '@lingui/core';
import { Icon } from '@/shared/ui/icon';
import styles from './quantity-field.module.css';

type Props = {
  name: string;
  quantity: number;
  maximum: number;
  locked: boolean;
  change: (quantity: number) => void;
};

export function QuantityField({ name, quantity, maximum, locked, change }: Props) {
  return (
    <fieldset className={styles.quantity} disabled={locked}>
      <legend className="visually-hidden">{i18n._('Quantity of {name}', { name })}</legend>
      <button
        type="button"
        className={styles.step}
        aria-label={i18n._('One {name} less', { name })}
        onClick={() => change(quantity - 1)}
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
        disabled={quantity >= maximum}
        onClick={() => change(quantity + 1)}
      >
        <Icon name="plus" size={20} />
      </button>
    </fieldset>
  );
}
