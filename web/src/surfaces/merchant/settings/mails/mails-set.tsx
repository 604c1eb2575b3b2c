import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { mailsQuery } from '@/features/notifications/api/mails';

/** Number of customized emails. */
export function MailsSet() {
  const { data } = useQuery(mailsQuery());
  const count = data?.items.filter(({ ownLanguages }) => ownLanguages.length > 0).length;
  if (count === undefined) return null;
  return i18n._('{count, plural, =0 {All default} one {# customized} other {# customized}}', {
    count,
  });
}
