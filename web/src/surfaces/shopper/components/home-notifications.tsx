import { useSession } from '@/shared/api/session';
import { lazyPart } from '@/shared/ui/lazy-part';

const NotificationsCard = lazyPart(() => import('./notifications-card').then((m) => m.NotificationsCard));

/** What has happened meanwhile, for who is logged in. */
export function HomeNotifications() {
  const { isLoggedIn } = useSession();
  return isLoggedIn ? <NotificationsCard /> : null;
}
