import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { WashClub } from '@/shared/api/types';

/** The server has also notified the customer. */
function changed(club: WashClub, client: QueryClient) {
  client.setQueryData(keys.washClub(), club);
  void client.invalidateQueries({ queryKey: keys.unread() });
}

/** Cancels the membership at its next billing date. */
export const cancelClub = mutationOptions({
  mutationFn: (): Promise<WashClub> => unwrap(serial.DELETE('/api/v1/users/washclub')),
  onSuccess: (club, _sent, _before, { client }) => changed(club, client),
});

/** Reactivates a canceled membership. */
export const reactivateClub = mutationOptions({
  mutationFn: (): Promise<WashClub> => unwrap(serial.PUT('/api/v1/users/washclub')),
  onSuccess: (club, _sent, _before, { client }) => changed(club, client),
});
