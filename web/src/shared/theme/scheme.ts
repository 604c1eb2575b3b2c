import { oneOf, stored, useStored } from '../lib/stored';
import { site } from '../site/boot';
import { applySchemeOverrides } from './scheme-overrides';

export type Scheme = 'light' | 'dark';

const choice = stored('scheme', oneOf('light', 'dark'));
const darkQuery = '(prefers-color-scheme: dark)';

let forced: Scheme | null = null;

/** For a preview, which shows one scheme whatever its visitor has chosen for the shop. */
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

function apply() {
  const scheme = wanted();
  const root = document.documentElement;
  root.toggleAttribute('data-light', scheme === 'light');
  root.toggleAttribute('data-dark', scheme === 'dark');
  applySchemeOverrides(site().themes, scheme === 'dark');
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
  matchMedia(darkQuery).addEventListener('change', apply);
  choice.listen(apply);
}

export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  useStored(choice);
  return [wanted(), choice.write];
}
