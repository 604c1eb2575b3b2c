import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { entriesQuery } from '@/features/audit/api/entries';
import { accountQuery } from '@/features/identity/api/account';

/** Names the author of a version, using the audit log for `subject`. */
export function useSavedBy(subject: string): (savedBy: string) => string {
  const { data: me } = useQuery(accountQuery());
  const { data: saves } = useQuery(entriesQuery({ subject, limit: 200 }));
  const names = new Map(saves?.items.map(({ actor, actorName }) => [actor, actorName]));
  return (savedBy) => {
    if (savedBy === 'manifest') return i18n._('Initial version');
    if (savedBy === `customer:${me?.userId}`) return i18n._('Saved by you');
    const name = names.get(savedBy);
    return name ? i18n._('Saved by {name}', { name }) : i18n._('Saved by someone else');
  };
}
