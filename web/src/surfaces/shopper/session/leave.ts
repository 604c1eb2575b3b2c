import { forgetPurchase } from '@/features/checkout/model/forget-purchase';
import { endSession } from '@/features/identity/api/sessions';
import { leavePush } from '@/features/notifications/model/push';
import { forgetCopy } from '@/features/wallet/model/wallet-copy';

/** Ends the session and leaves nothing of it behind. */
export async function leave() {
  await endSession();
  await leavePush().catch(() => undefined);
  forgetPurchase();
  await forgetCopy();
}
