import { store } from '../lib/store';
import { useStored } from '../lib/store-hook';
import { site } from '../site/boot';

export const smallest = 5;
export const largest = 15;
const key = 'fontSize';

/** In tenths of the browser's own size: the customer's choice, else the merchant's. */
function wanted(): number {
  const size = store.read<number>(key) ?? site().fontSize;
  return Number.isFinite(size) ? Math.min(largest, Math.max(smallest, Math.round(size))) : 10;
}

function apply() {
  document.documentElement.style.fontSize = `${wanted() * 10}%`;
}

export function followFontSize() {
  apply();
  store.listen(key, apply);
}

export function useFontSize(): [number, (size: number) => void] {
  useStored<number>(key);
  return [wanted(), (size) => store.write(key, size)];
}
