import { UpdateNotice } from '@/shared/surface/update-notice';
import { OrderWatch } from './order-watch';
import { useSessionLoads } from './use-session-loads';

/** What goes on beside the screens and that no page waits for: its code comes after theirs. */
export function Aside() {
  useSessionLoads();
  return (
    <>
      <OrderWatch />
      <UpdateNotice />
    </>
  );
}
