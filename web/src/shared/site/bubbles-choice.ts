import { store } from '../lib/store';
import { useStored } from '../lib/store-hook';
import { site } from './boot';

const key = 'bubbles';

/** Whether bubbles rise: the customer's choice on this device, else the merchant's. */
export function useBubblesChoice(): [boolean, (on: boolean) => void] {
  const chosen = useStored<boolean>(key);
  return [chosen ?? site().bubbles.enabled, (on) => store.write(key, on)];
}
