import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { adminProductsQuery } from '@/features/catalog/api/admin-products';
import { adminOrdersQuery } from '@/features/checkout/api/admin-orders';
import { giftCardsQuery } from '@/features/gift-cards/api/admin-gift-cards';
import { customersQuery } from '@/features/identity/api/customers';
import { money } from '@/shared/format/money';
import { productKinds } from '@/shared/products/kinds';
import { useRested } from '../settings/use-rested';
import { addressOf } from '../table';
import type { Destination } from './found';

/** Minimum number of letters for a server search. */
const enough = 3;

/** Maximum results of each type; more letters narrow them down. */
const most = 4;

/**
 * Customers, orders, gift cards and products that match the input, from the server. Attendants may search all
 * of them.
 */
export function useLookedUp(typed: string): { found: Destination[]; isLooking: boolean } {
  const trimmed = typed.trim();
  const q = useRested(trimmed);
  const enabled = q.length >= enough;
  const customers = useQuery({ ...customersQuery({ q, limit: most }), enabled });
  const orders = useQuery({ ...adminOrdersQuery({ q, limit: most }), enabled });
  const cards = useQuery({ ...giftCardsQuery({ q, limit: most }), enabled });
  const products = useQuery({ ...adminProductsQuery({ q, limit: most }), enabled });
  const lists = [customers, orders, cards, products];
  const isLooking = trimmed.length >= enough && (q !== trimmed || lists.some(({ isFetching }) => isFetching));
  if (!enabled || trimmed.length < enough) return { found: [], isLooking };
  return {
    isLooking,
    found: [
      ...(customers.data?.items ?? []).map(({ userId, name, email }) => ({
        to: addressOf('customer', { userId }),
        label: name,
        about: [i18n._('Customer'), email].join(' · '),
      })),
      ...(orders.data?.items ?? []).map(
        ({ transRecordId, orderNumber, customerName, customerEmail, total, currency }) => ({
          to: addressOf('order', { transRecordId }),
          label: i18n._('Order {orderNumber}', { orderNumber }),
          about: [
            customerName ?? customerEmail ?? i18n._('Deleted account'),
            money(total, { currency }),
          ].join(' · '),
        }),
      ),
      ...(cards.data?.items ?? []).map(({ cardId, lastFour, buyerName, sentTo, balance }) => ({
        to: addressOf('giftCard', { cardId: String(cardId) }),
        label: i18n._('Gift card …{digits}', { digits: lastFour }),
        about: [buyerName ?? sentTo, money(balance)].filter(Boolean).join(' · '),
      })),
      ...(products.data?.items ?? []).map(({ productId, product }) => ({
        to: addressOf('product', { id: String(productId) }),
        label: product.name,
        about: productKinds[product.productType].name(),
      })),
    ],
  };
}
