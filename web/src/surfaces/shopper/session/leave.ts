import { forgetPurchase } from '@/features/checkout/model/forget-purchase';
import { endSession } from '@/features/identity/api/sessions';
import { leavePush } from '@/features/notifications/model/push';
import { forgetCopy } from '@/features/wallet/model/wallet-copy';
import { currentCustomer } from '@/shared/api/session';

/** Ends the session and deletes its data. */
export async function leave() {
  const customer = currentCustomer();
  await endSession();
  await leavePush().catch(() => undefined);
  forgetPurchase(customer);
  await forgetCopy();
}
