import { InstallHint } from './install-hint';
import { NotificationsCard } from './notifications-card';

/** Content below the shortcuts. */
export function HomeNews() {
  return (
    <>
      <NotificationsCard />
      <InstallHint />
    </>
  );
}
