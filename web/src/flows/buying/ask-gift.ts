import type { Gift } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** For whom a product is; null when the customer thought better of it. */
export function askGift(product: string, action: string, gift?: Gift): Promise<Gift | null> {
  return openDialog<Gift>(async () => (await import('./gift-question')).giftQuestion(product, action, gift));
}
