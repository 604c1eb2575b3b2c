import { i18n } from '@lingui/core';
import type { OrderItem, Product, ProductType } from '@/shared/api/types';
import { pageLocale } from '@/shared/i18n/locale';

/** Bought item, for messages. */
export type Unit = {
  name: string;
  productType: ProductType;
  /** Recipient of a gift. */
  recipient?: string;
  /** Last four digits of the reloaded gift card. */
  card?: string;
};

/** Units of the order's items; `products` has the same order. */
export function unitsOf(items: OrderItem[], products: Pick<Product, 'name' | 'productType'>[]): Unit[] {
  return products.map(({ name, productType }, index) => {
    const { isGift, giftedTo, giftedEmail, cardNumber } = items[index] ?? {};
    const recipient = [giftedTo, giftedEmail].filter(Boolean).join(', ');
    return {
      name,
      productType,
      ...(isGift && { recipient }),
      ...(cardNumber && { card: cardNumber.slice(-4) }),
    };
  });
}

function nameOf({ name, recipient, card }: Unit): string {
  if (recipient) return i18n._('{name} for {recipient}', { name, recipient });
  return card ? i18n._('{name} for card •••• {card}', { name, card }) : name;
}

/** '2 × Glow and Shine for Bo, bo@example.com'. */
export function listUnits(units: Unit[]): string {
  const counts = new Map<string, number>();
  for (const unit of units) counts.set(nameOf(unit), (counts.get(nameOf(unit)) ?? 0) + 1);
  const parts = [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name));
  return new Intl.ListFormat(pageLocale(), { type: 'conjunction' }).format(parts);
}
