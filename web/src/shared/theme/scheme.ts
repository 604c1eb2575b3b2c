import { useSyncExternalStore } from 'react';
import { oneOf, stored } from '../lib/stored';
import { site } from '../site/boot';
import { applySchemeOverrides } from './scheme-overrides';

export type Scheme = 'light' | 'dark';

const choice = stored('scheme', oneOf('light', 'dark'));
const darkQuery = '(prefers-color-scheme: dark)';

let forced: Scheme | null = null;

/** Forces a theme in previews, regardless of the visitor's choice. */
export function forceScheme(scheme: Scheme) {
  forced = scheme;
}

function wanted(): Scheme {
  if (forced) return forced;
  const chosen = choice.read();
  if (chosen) return chosen;
  const { scheme } = site().brand;
  if (scheme !== 'system') return scheme;
  return matchMedia(darkQuery).matches ? 'dark' : 'light';
}

/** Listens for changes of the visitor's choice and the device's theme. */
function listen(changed: () => void): () => void {
  const device = matchMedia(darkQuery);
  device.addEventListener('change', changed);
  const leave = choice.listen(changed);
  return () => {
    device.removeEventListener('change', changed);
    leave();
  };
}

function apply() {
  const scheme = wanted();
  const root = document.documentElement;
  root.toggleAttribute('data-light', scheme === 'light');
  root.toggleAttribute('data-dark', scheme === 'dark');
  applySchemeOverrides(site().themes, scheme === 'dark');
}

/** Switches the theme immediately: with transitions, some parts would lag behind. */
function change() {
  const still = document.createElement('style');
  still.textContent = '*{transition:none!important}';
  document.head.append(still);
  apply();
  setTimeout(() => still.remove(), 1);
}

/** Applies the merchant's default until the visitor chooses; the choice is stored and shared by all tabs. */
export function followScheme() {
  const { brand } = site();
  const root = document.documentElement;
  // The server sets these in the shell; this covers a later config or a bare shell.
  root.dataset.radius = brand.radius;
  root.dataset.density = brand.density;
  root.dataset.shadow = brand.shadow;
  root.dataset.font = brand.font;
  apply();
  listen(change);
}

export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  return [useSyncExternalStore(listen, wanted), choice.write];
}
