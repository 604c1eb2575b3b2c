import { UpdateNotice } from '@/shared/surface/update-notice';
import { OrderWatch } from './order-watch';

/** What goes on beside the screens and matters to few visits: its code comes after the page's. */
export function Aside() {
  return (
    <>
      <OrderWatch />
      <UpdateNotice />
    </>
  );
}
