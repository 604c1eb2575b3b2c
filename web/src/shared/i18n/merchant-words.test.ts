import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Components that show the merchant's own words, and the expression that shows them. */
const places = {
  'features/catalog/components/product-card.tsx': '{product.name}',
  'features/checkout/components/cart-line.tsx': 'className={styles.name}',
  'features/checkout/components/purchase-line.tsx': 'className={styles.name}',
  'features/clubs/components/club-summary.tsx': '{club.name}',
  'features/offers/components/deal-card.tsx': '{deal.name}',
  'features/survey/components/survey-dialog.tsx': '{question}',
  'features/terminal/components/offer.tsx': '{item.name}',
  'features/wallet/components/wallet-entry.tsx': '{item.name}',
  'features/wallet/components/wallet-pass.tsx': '{item.name}',
  'surfaces/merchant/customers/customer-records.tsx': '{question}',
  'surfaces/merchant/messages/sent-list.tsx': 'message.title',
  'surfaces/shopper/components/carousel-slide.tsx': 'headline',
  'surfaces/shopper/components/welcome.tsx': 'headline',
  'surfaces/shopper/desktop/narrow-menu.tsx': '{link.label}',
  'surfaces/shopper/desktop/shop-header.tsx': 'menuLinks()',
  'surfaces/shopper/pages/opens-soon-page.tsx': '{closedText}',
  'surfaces/shopper/pages/support-page.tsx': '{about}',
  'surfaces/shopper/pages/wallet-code-page.tsx': '.name',
};

it.each(Object.entries(places))("marks the merchant's language in %s", (file, words) => {
  const source = readFileSync(`src/${file}`, 'utf8');
  expect(source).toContain(words);
  expect(source).toMatch(/(lang|titleLanguage)=\{[^}]*merchantLanguage\(\)/);
});
