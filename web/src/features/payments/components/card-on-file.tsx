import { i18n } from '@lingui/core';
import type { Payment } from '@/shared/api/types';
import { Icon } from '@/shared/ui/icon';
import styles from './card-on-file.module.css';

export function cardLabel(payment: Payment): string {
  const tail = payment.maskedCardNumber?.replace(/\D/g, '').slice(-4) ?? '';
  return [payment.cardType, tail && `••••\u00a0${tail}`].filter(Boolean).join(' ');
}

export function CardOnFile({ payment }: { payment: Payment }) {
  if (payment.accountLeft || payment.locked) {
    return (
      <div>
        <p className={styles.card}>
          <Icon name="card" />
          {cardLabel(payment)}
        </p>
        <p className={styles.notice}>
          {payment.accountLeft
            ? i18n._("Add your card again. Our payment account changed, so we can't charge this one.")
            : i18n._(
                'Add your card again. Your email address changed, so this card is locked for purchases.',
              )}
        </p>
      </div>
    );
  }
  if (!payment.onFile) {
    return (
      <p className={styles.card}>
        <Icon name="card" />
        {i18n._('No card on file')}
      </p>
    );
  }
  const { expirationMonth, expirationYear } = payment;
  const expires =
    expirationMonth && expirationYear ? `${String(expirationMonth).padStart(2, '0')}/${expirationYear}` : '';
  return (
    <p className={styles.card}>
      <Icon name="card" />
      <span>
        {cardLabel(payment)}
        {expires && <span className={styles.expiry}>{i18n._('Expires {expires}', { expires })}</span>}
      </span>
    </p>
  );
}
