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

/** Tells of another choice of the visitor's, and of another scheme of the device's. */
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

/** Changes the scheme at once: with transitions, some parts would lag behind the others. */
function change() {
  const still = document.createElement('style');
  still.textContent = '*{transition:none!important}';
  document.head.append(still);
  apply();
  setTimeout(() => still.remove(), 1);
}

/** The merchant's default until the visitor chooses; the choice is remembered and shared by all tabs. */
export function followScheme() {
  const { brand } = site();
  const root = document.documentElement;
  // The server writes these into the shell; a config that came later, or a bare shell, is caught up with here.
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
