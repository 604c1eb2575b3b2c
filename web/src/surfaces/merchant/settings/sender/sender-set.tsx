import { useQuery } from '@tanstack/react-query';
import { mailSenderQuery } from '@/features/notifications/api/mails';
import { site } from '@/shared/site/boot';

export function SenderSet() {
  const { data } = useQuery(mailSenderQuery());
  return data && `${data.name ?? site().companyName} <${data.mailbox ?? 'no-reply'}@${data.host}>`;
}
