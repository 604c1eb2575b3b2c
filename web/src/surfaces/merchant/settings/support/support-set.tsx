import { useQuery } from '@tanstack/react-query';
import { supportQuery } from '@/features/site/api/texts';

export function SupportSet() {
  const { data } = useQuery(supportQuery());
  return data && [data.supportEmail, data.supportPhone].filter(Boolean).join(', ');
}
