import { i18n } from '@lingui/core';
import { useSession } from '@/shared/api/session';
import { viewToken } from '@/shared/api/view';
import { boot } from '@/shared/site/boot';
import { UpdateNotice } from '@/shared/surface/update-notice';
import { lazyPart } from '@/shared/ui/lazy-part';
import { OrderWatch } from './order-watch';
import { useSessionLoads } from './use-session-loads';

// Only for restored or imported sites.
const HeldNotice = lazyPart(() => import('@/shared/surface/held-notice').then((m) => m.HeldNotice));
// Only for the team of a shop that isn't open.
const ClosedNotice = lazyPart(() => import('@/shared/surface/closed-notice').then((m) => m.ClosedNotice));
// Only for staff of Suds.
const ViewNotice = lazyPart(() => import('@/shared/surface/view-notice').then((m) => m.ViewNotice));

/** Background tasks that no page waits for; loaded after the pages. */
export function Aside() {
  useSessionLoads();
  const { isLoggedIn } = useSession();
  return (
    <>
      <OrderWatch />
      <UpdateNotice />
      {viewToken() && <ViewNotice />}
      {isLoggedIn && !boot().shop.open && !boot().held && !viewToken() && (
        <ClosedNotice
          text={i18n._("Your shop isn't open. Only your team can see it, and no one can buy.")}
          act={i18n._('Back office')}
        />
      )}
      {boot().held && !viewToken() && (
        <HeldNotice
          text={i18n._("We can't take orders right now, but you can still browse. Check back soon.")}
        />
      )}
    </>
  );
}
