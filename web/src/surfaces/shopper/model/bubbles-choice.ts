import { flag, stored, useStored } from '@/shared/lib/stored';
import { site } from '@/shared/site/boot';

const choice = stored('bubbles', flag);

/** Whether bubbles are shown: the customer's choice on this device, otherwise the merchant's. */
export function useBubblesChoice(): [boolean, (on: boolean) => void] {
  return [useStored(choice) ?? site().bubbles.enabled, choice.write];
}
