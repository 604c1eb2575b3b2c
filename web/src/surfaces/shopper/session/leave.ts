import { forgetPurchase } from '@/features/checkout/model/forget-purchase';
import { endSession } from '@/features/identity/api/sessions';
import { forgetCopy } from '@/features/wallet/model/wallet-copy';

/** Ends the session and leaves nothing of it behind. */
export async function leave() {
  await endSession();
  forgetPurchase();
  await forgetCopy();
}
