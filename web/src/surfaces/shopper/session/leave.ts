import { forgetPurchase } from '@/features/checkout/model/forget-purchase';
import { endSession } from '@/features/identity/api/sessions';

/** Ends the session and leaves nothing of it behind. */
export async function leave() {
  await endSession();
  forgetPurchase();
}
