import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { chosenLocation } from '@/features/catalog/model/location-choice';
import { chosen } from '@/features/checkout/api/order-body';
import { placeOrder } from '@/features/checkout/api/orders';
import { fetchQuote } from '@/features/checkout/api/quote';
import { cart } from '@/features/checkout/model/cart';
import { pendingOrder } from '@/features/checkout/model/pending-order';
import { paymentQuery } from '@/features/payments/api/payment';
import { cardLabel } from '@/features/payments/components/card-on-file';
import { ApiError, errorText, errorTitle } from '@/shared/api/api-error';
import { keys } from '@/shared/api/query-keys';
import type { OrderResult } from '@/shared/api/types';
import { money } from '@/shared/lib/money';
import { paths } from '@/shared/site/routes';
import { dialogs } from '@/shared/ui/dialogs';
import { useAddCard } from './use-add-card';

type Products = { productId: number }[];
type Answer = { result: OrderResult } | { error: unknown };

/** The way from a press to a code: card, total, confirmation, order, result. */
export function useBuy() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ensureCard = useAddCard();
  const [busy, setBusy] = useState(false);

  async function confirmAndPay(products: Products, total: number): Promise<Answer | null> {
    const payment = await queries.fetchQuery(paymentQuery());
    const body = { ...chosen(products, chosenLocation()), expectedTotal: total };
    let answer: Answer | null = null;
    const sure = await dialogs.promise({
      title: i18n._('Your total is {total}', { total: money(total) }),
      text: i18n._('We charge it to your {card}. Do you want to continue?', {
        card: cardLabel(payment) || i18n._('card'),
      }),
      label: i18n._('Yes'),
      close: i18n._('No'),
      closeAfter: true,
      action: async () => {
        answer = await placeOrder(body).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        );
        return undefined;
      },
    });
    return sure ? answer : null;
  }

  async function tellResult(result: OrderResult, fromCart: boolean) {
    if (result.approved) {
      if (fromCart) cart.empty();
      void queries.invalidateQueries({ queryKey: keys.wallet() });
      void queries.invalidateQueries({ queryKey: keys.purchases() });
      await dialogs.success({
        title: i18n._('Success'),
        text: i18n._('Order {number} is paid: {total}. Your code is in your wallet.', {
          number: result.orderNumber,
          total: money(result.total),
        }),
        close: i18n._('Show my code'),
      });
      await navigate(paths.wallet);
      return;
    }
    if (result.code === 'pending') {
      pendingOrder.set({ transRecordId: result.transRecordId, message: result.message, fromCart });
      await navigate(paths.checkout);
      return;
    }
    await dialogs.error({
      title: i18n._('Failed'),
      text: result.message || i18n._('Your card was declined. Nothing was charged.'),
    });
  }

  async function tellFailure(error: unknown) {
    if (error instanceof ApiError && error.code === 'price_changed') {
      await queries.invalidateQueries();
    }
    if (error instanceof ApiError && error.code === 'card_required') {
      await queries.invalidateQueries({ queryKey: keys.payment() });
    }
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
  }

  async function run(products: Products, fromCart: boolean) {
    if (!(await ensureCard())) return;
    const quote = await fetchQuote(products, chosenLocation());
    const answer = await confirmAndPay(products, quote.total);
    if (!answer) return;
    if ('result' in answer) await tellResult(answer.result, fromCart);
    else await tellFailure(answer.error);
  }

  async function buy(products: Products, { fromCart = false } = {}) {
    if (busy) return;
    setBusy(true);
    try {
      await run(products, fromCart);
    } catch (error) {
      await tellFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return { buy, busy };
}
