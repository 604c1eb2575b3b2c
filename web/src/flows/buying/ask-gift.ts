import type { Gift } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** Asks for the recipient; null if the customer cancels. */
export function askGift(product: string, action: string, gift?: Gift): Promise<Gift | null> {
  return openDialog<Gift>(async () => (await import('./gift-question')).giftQuestion(product, action, gift));
}
