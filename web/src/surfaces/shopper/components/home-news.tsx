import { InstallHint } from './install-hint';
import { NotificationsCard } from './notifications-card';

/** What a customer is told below the shortcuts. */
export function HomeNews() {
  return (
    <>
      <NotificationsCard />
      <InstallHint />
    </>
  );
}
