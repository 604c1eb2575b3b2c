import { i18n } from '@lingui/core';
import type { SiteTemplate } from '@/shared/api/types';

/** Kind of business that a new site starts as. */
export type Kind = SiteTemplate['name'];

const kinds: Record<Kind, () => { name: string; text: string }> = {
  express_tunnel: () => ({
    name: i18n._('Express tunnel'),
    text: i18n._('Washes, bundles and unlimited clubs'),
  }),
  full_service: () => ({ name: i18n._('Full service'), text: i18n._('Washes inside and out, and a club') }),
  hand_wash: () => ({ name: i18n._('Hand wash'), text: i18n._('Hand washes, bundles and a club') }),
  detailing: () => ({ name: i18n._('Detailing'), text: i18n._('Interior and exterior details') }),
  self_serve: () => ({ name: i18n._('Self-serve'), text: i18n._('Wash bays and vacuums by the minute') }),
  blank: () => ({ name: i18n._('Blank'), text: i18n._('No examples') }),
};

/** Name and content of a template. */
export const kindWords = (kind: Kind) => kinds[kind]();
