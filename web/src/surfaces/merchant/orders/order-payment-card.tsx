import { i18n } from '@lingui/core';
import type { OrderDetail } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { CopyText } from '@/shared/office/copy-text';
import { StateChip } from '@/shared/office/state-chip';
import { SectionCard } from '@/shared/ui/section-card';
import styles from './order-payment-card.module.css';
import { chargeStateOf, processorName } from './order-words';

/** Amount charged, and by which processor. */
export function OrderPaymentCard({ order: { payment, currency, transRecordId } }: { order: OrderDetail }) {
  if (!payment) {
    return (
      <SectionCard title={i18n._('Payment')}>
        <p>{i18n._('No payment required')}</p>
      </SectionCard>
    );
  }
  return (
    <SectionCard title={i18n._('Payment')} action={<StateChip {...chargeStateOf(payment)} />}>
      <dl className={styles.facts}>
        <dt>{i18n._('Charged')}</dt>
        <dd>{money(payment.amount, { currency })}</dd>
        <dt>{i18n._('Processor')}</dt>
        <dd>{processorName(payment.processor)}</dd>
        {payment.code && (
          <>
            <dt>{i18n._('Code')}</dt>
            <dd>{payment.code}</dd>
          </>
        )}
        <dt>{i18n._('Reference')}</dt>
        <dd>
          <CopyText text={payment.reference} what={i18n._('Reference')} />
        </dd>
        <dt>{i18n._('Transaction record')}</dt>
        <dd>
          <CopyText text={transRecordId} what={i18n._('Transaction record')} />
        </dd>
      </dl>
    </SectionCard>
  );
}
