import { Inbox } from '@/features/notifications/components/inbox';
import { NotificationList } from '@/features/notifications/components/notification-list';
import { Page } from '@/shared/ui/page';

export function NotificationsPage() {
  return (
    <Page width="narrow">
      <Inbox>
        {(notifications) => <NotificationList notifications={notifications} when="date" level={2} />}
      </Inbox>
    </Page>
  );
}
