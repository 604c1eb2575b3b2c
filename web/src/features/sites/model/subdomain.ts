import { i18n } from '@lingui/core';
import type { SubdomainEntry } from '@/shared/api/types';

/** What is typed, without what no subdomain has. */
export const stripped = (typed: string) => typed.toLowerCase().replaceAll(/[^a-z0-9-]/g, '');

type Reason = NonNullable<SubdomainEntry['reason']>;

const reasons: Record<Reason, () => string> = {
  malformed: () => i18n._('3 to 63 letters, digits and hyphens, with a letter first and no hyphen last.'),
  reserved: () => i18n._('This name means something to the platform.'),
  taken: () => i18n._('Another site has this name.'),
  quarantined: () => i18n._('Another site had this name a short while ago. It is free again later.'),
};

/** Why a subdomain cannot be had. */
export const whyNot = (reason: Reason) => reasons[reason]();
