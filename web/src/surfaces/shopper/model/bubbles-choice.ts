import { flag, stored, useStored } from '@/shared/lib/stored';
import { site } from '@/shared/site/boot';

const choice = stored('bubbles', flag);

/** Whether bubbles rise: the customer's choice on this device, else the merchant's. */
export function useBubblesChoice(): [boolean, (on: boolean) => void] {
  return [useStored(choice) ?? site().bubbles.enabled, choice.write];
}
