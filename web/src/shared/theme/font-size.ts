import { number, stored, useStored } from '../lib/stored';
import { site } from '../site/boot';

export const smallest = 5;
export const largest = 15;
const choice = stored('fontSize', number);

/** In tenths of the browser's default size: the customer's choice, otherwise the merchant's. */
function wanted(): number {
  const size = choice.read() ?? site().fontSize;
  return Number.isFinite(size) ? Math.min(largest, Math.max(smallest, Math.round(size))) : 10;
}

function apply() {
  document.documentElement.style.fontSize = `${wanted() * 10}%`;
}

export function followFontSize() {
  apply();
  choice.listen(apply);
}

export function useFontSize(): [number, (size: number) => void] {
  useStored(choice);
  return [wanted(), choice.write];
}
