import { i18n } from '@lingui/core';
import type { SubdomainEntry } from '@/shared/api/types';

/** Input without characters that subdomains can't contain. */
export const stripped = (typed: string) => typed.toLowerCase().replaceAll(/[^a-z0-9-]/g, '');

type Reason = NonNullable<SubdomainEntry['reason']>;

const reasons: Record<Reason, () => string> = {
  malformed: () =>
    i18n._("Use 3 to 63 letters, digits and hyphens. Start with a letter and don't end with a hyphen."),
  reserved: () => i18n._('This subdomain is reserved.'),
  taken: () => i18n._('This subdomain is taken.'),
  quarantined: () => i18n._('Another site used this subdomain recently. It will be available again later.'),
};

/** Reason why a subdomain is unavailable. */
export const whyNot = (reason: Reason) => reasons[reason]();
