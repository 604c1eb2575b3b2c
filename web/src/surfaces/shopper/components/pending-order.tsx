import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { pendingOrderQuery } from '@/features/checkout/api/orders';
import { cart } from '@/features/checkout/model/cart';
import { pendingOrder, type usePendingOrder } from '@/features/checkout/model/pending-order';
import { ApiError } from '@/shared/api/api-error';
import { keys } from '@/shared/api/query-keys';
import { paths } from '@/shared/site/routes';
import { dialogs } from '@/shared/ui/dialogs';
import { Icon } from '@/shared/ui/icon';
import styles from './pending-order.module.css';

type Props = { order: NonNullable<ReturnType<typeof usePendingOrder>> };

/** A payment that is being looked into: the cart stays locked until the order is settled. Never called failed before. */
export function PendingOrder({ order }: Props) {
  const { data, error } = useQuery(pendingOrderQuery(order.transRecordId));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { fromCart } = order;
  useEffect(() => {
    // An order that the server does not know can never settle; the lock must not outlive it.
    const unknown = error instanceof ApiError && error.status === 404;
    if (unknown) pendingOrder.clear();
    if (!data || data.code === 'pending') return;
    pendingOrder.clear();
    if (!data.approved) {
      void dialogs.error({
        title: i18n._('Failed'),
        text: data.message || i18n._('Your card was declined. Nothing was charged.'),
      });
      return;
    }
    if (fromCart) cart.empty();
    void queries.invalidateQueries({ queryKey: keys.customer() });
    void dialogs
      .success({
        title: i18n._('Success'),
        text: i18n._('Your payment went through. What you bought is in your wallet or on its way.'),
      })
      .then(() => navigate(paths.wallet));
  }, [data, error, fromCart, navigate, queries]);
  return (
    <div className={styles.notice} role="status">
      <Icon name="clock" />
      <div>
        <h2 className={styles.title}>{i18n._('We are checking your payment')}</h2>
        <p>{order.message || i18n._('Please do not pay again: we will e-mail you.')}</p>
      </div>
    </div>
  );
}
