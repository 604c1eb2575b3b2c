import { i18n } from '@lingui/core';
import type { TerminalSelf } from '@/shared/api/types';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { useMe } from '../api/me';
import styles from './seller.module.css';

/** Trading name, legal name with address, and tax number; each only if set. */
export function sellerLines({ name, legalName, address, taxNumber }: TerminalSelf['site']): string[] {
  const legal = legalName === name ? address : [legalName, ...address];
  return [
    name,
    legal.join(', '),
    ...(taxNumber ? [i18n._('Tax number: {number}', { number: taxNumber })] : []),
  ].filter(Boolean);
}

/** Seller below a sale, as on its receipt. Nothing until the server has responded. */
export function Seller() {
  const { data } = useMe();
  if (!data) return null;
  return (
    <address className={styles.seller} lang={merchantLanguage()}>
      {sellerLines(data.site).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
