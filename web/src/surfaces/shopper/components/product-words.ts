import { i18n } from '@lingui/core';
import type { ProductKind } from '@/features/catalog/api/products';
import type { IconName } from '@/shared/ui/icon-paths';

type Words = {
  icon: IconName;
  /** Title of the error. */
  failed: string;
  noneHere: string;
  none: string;
};

const words: Record<ProductKind, () => Words> = {
  washes: () => ({
    icon: 'drop',
    failed: i18n._('Unable to get Washes'),
    noneHere: i18n._('No washes at this location'),
    none: i18n._('No washes yet'),
  }),
  bundles: () => ({
    icon: 'tag',
    failed: i18n._('Unable to get Bundles'),
    noneHere: i18n._('No bundles at this location'),
    none: i18n._('No bundles yet'),
  }),
  washClubs: () => ({
    icon: 'calendar',
    failed: i18n._('Unable to get Clubs'),
    noneHere: i18n._('No clubs at this location'),
    none: i18n._('No clubs yet'),
  }),
  giftCards: () => ({
    icon: 'gift',
    failed: i18n._('Unable to get Gift Cards'),
    noneHere: i18n._('No gift cards at this location'),
    none: i18n._('No gift cards yet'),
  }),
  merchandise: () => ({
    icon: 'bag',
    failed: i18n._("Couldn't load merchandise"),
    noneHere: i18n._('No merchandise at this location'),
    none: i18n._('No merchandise yet'),
  }),
};

export function productWords(kind: ProductKind): Words {
  return words[kind]();
}
