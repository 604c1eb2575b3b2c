import { viewToken } from '@/shared/api/view';
import { UpdateNotice } from '@/shared/surface/update-notice';
import { lazyPart } from '@/shared/ui/lazy-part';
import { OrderWatch } from './order-watch';
import { useSessionLoads } from './use-session-loads';

// Only the provider's people ever see it.
const ViewNotice = lazyPart(() => import('@/shared/surface/view-notice').then((m) => m.ViewNotice));

/** What goes on beside the screens and that no page waits for: its code comes after theirs. */
export function Aside() {
  useSessionLoads();
  return (
    <>
      <OrderWatch />
      <UpdateNotice />
      {viewToken() && <ViewNotice />}
    </>
  );
}
