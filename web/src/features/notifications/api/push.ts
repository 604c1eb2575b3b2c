import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { NoticeSubject, PushSettings, PushSubscription as Subscribed } from '@/shared/api/types';

/** Key for browser subscriptions, and topics the customer has turned off. */
export const pushSettingsQuery = () =>
  queryOptions({
    queryKey: keys.pushSettings(),
    queryFn: ({ signal }): Promise<PushSettings> =>
      unwrap(parallel.GET('/api/v1/users/push-settings', { signal })),
    staleTime: 60_000,
  });

/** Updated optimistically, then with the server's response. */
export const refuseSubjects = mutationOptions({
  mutationFn: (refused: NoticeSubject[]) =>
    unwrap(serial.PUT('/api/v1/users/push-settings', { body: { refused } })),
  onMutate: (refused, { client }) => {
    const { queryKey } = pushSettingsQuery();
    const before = client.getQueryData(queryKey);
    if (before) client.setQueryData(queryKey, { ...before, refused });
    return before;
  },
  onSuccess: (settings, _refused, _before, { client }) =>
    client.setQueryData(pushSettingsQuery().queryKey, settings),
  onError: (_error, _refused, before, { client }) =>
    client.setQueryData(pushSettingsQuery().queryKey, before),
});

export async function registerBrowser(subscription: PushSubscription): Promise<void> {
  const body = subscription.toJSON() as Subscribed;
  await unwrap(parallel.POST('/api/v1/users/push-subscriptions', { body }));
}

export async function removeBrowser(endpoint: string): Promise<void> {
  await unwrap(parallel.DELETE('/api/v1/users/push-subscriptions', { body: { endpoint } }));
}
