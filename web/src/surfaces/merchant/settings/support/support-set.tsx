import { useQuery } from '@tanstack/react-query';
import { supportQuery } from '@/features/site/api/texts';
import { formatPhone } from '@/shared/format/masks';
import { site } from '@/shared/site/boot';

export function SupportSet() {
  const { data } = useQuery(supportQuery());
  if (!data) return null;
  const phone = formatPhone(data.supportPhone, site().country) || data.supportPhone;
  return [data.supportEmail, phone].filter(Boolean).join(', ');
}
