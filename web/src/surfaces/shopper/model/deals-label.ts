import { i18n } from '@lingui/core';
import { site } from '@/shared/site/boot';

/** Merchant's name for the deals page. */
export function dealsLabel(): string {
  const { promocode } = site().navWords;
  return promocode || i18n._('Promo Codes');
}
