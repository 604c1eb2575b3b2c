import { i18n } from '@lingui/core';
import { IconButton } from '@/shared/ui/icon-button';
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
      <IconButton
        icon="minus"
        label={i18n._('Decrease quantity of {name}', { name })}
        size={20}
        className={styles.step}
        onClick={() => change(quantity - 1)}
      />
      <output className={styles.count} aria-label={i18n._('Quantity')}>
        {quantity}
      </output>
      <IconButton
        icon="plus"
        label={i18n._('Increase quantity of {name}', { name })}
        size={20}
        className={styles.step}
        disabled={quantity >= maximum}
        onClick={() => change(quantity + 1)}
      />
    </fieldset>
  );
}
