import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';
import { site } from '@/shared/site/boot';

const key = 'bubbles';

/** Whether bubbles rise: the customer's choice on this device, else the merchant's. */
export function useBubblesChoice(): [boolean, (on: boolean) => void] {
  const chosen = useStored<boolean>(key);
  return [chosen ?? site().bubbles.enabled, (on) => store.write(key, on)];
}
