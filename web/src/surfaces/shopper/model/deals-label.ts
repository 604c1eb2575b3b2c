import { i18n } from '@lingui/core';
import { site } from '@/shared/site/boot';

/** What the merchant calls the page of deals and promo codes. */
export function dealsLabel(): string {
  const { promocode } = site().navWords;
  return promocode || i18n._('Promo Codes');
}
