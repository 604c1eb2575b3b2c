import { useQuery } from '@tanstack/react-query';
import { wholeConfigQuery } from '@/features/site/api/site-config';
import { supportQuery } from '@/features/site/api/texts';
import { formatPhone } from '@/shared/format/masks';

/** Seller and support contacts. */
export function BusinessSet() {
  const { data: config } = useQuery(wholeConfigQuery());
  const { data: support } = useQuery(supportQuery());
  if (!config || !support) return null;
  const { business, companyName, country } = config;
  const phone = formatPhone(support.supportPhone, country) || support.supportPhone;
  return [business.legalName || companyName, support.supportEmail, phone].filter(Boolean).join(', ');
}
