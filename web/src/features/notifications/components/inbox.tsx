import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Notification } from '@/shared/api/types';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { inboxQuery } from '../api/inbox';
import { unreadQuery } from '../api/unread';

type Props = { children: (notifications: Notification[]) => ReactNode };

/** Open inbox in all its states. Refetched when something arrives. */
export function Inbox({ children }: Props) {
  const inbox = useQuery(inboxQuery());
  const { data: unread } = useQuery(unreadQuery());
  const { isFetching, isError, refetch } = inbox;
  useEffect(() => {
    if (unread && !isFetching && !isError) void refetch();
  }, [unread, isFetching, isError, refetch]);
  return (
    <QueryView
      query={inbox}
      skeleton={<Skeleton count={3} height={112} />}
      failed={i18n._('Unable to get Notifications')}
      empty={
        <StateView
          icon="bell"
          title={i18n._('No notifications yet')}
          text={i18n._('Updates about your washes, gifts and clubs will appear here.')}
        />
      }
    >
      {children}
    </QueryView>
  );
}
