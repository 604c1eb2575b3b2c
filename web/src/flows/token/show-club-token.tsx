import { i18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/shared/api/query-keys';
import type { WashClub } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';
import { makeOrTell } from './use-token';

/** Creates a club token and shows it until closed. */
export async function showClubToken(club: WashClub, queries: QueryClient): Promise<void> {
  const token = await makeOrTell('WashClub');
  if (!token) return;
  const stale = () => void queries.invalidateQueries({ queryKey: keys.washClub() });
  await openDialog<null>(async () => {
    const { TokenDialog } = await import('./token-dialog');
    return (settle) => (
      <TokenDialog
        title={i18n._('Wash Club')}
        name={club.name}
        type="WashClub"
        first={token}
        onTaken={stale}
        onClose={() => settle(null)}
      />
    );
  });
  // The wash is counted when the kiosk has run it.
  stale();
}
