import type { SchemeTheme, SiteConfig } from '../site/config';

const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function overrides(theme: SchemeTheme | undefined): Record<string, string | null | undefined> {
  const { modal, button, input, mobile } = theme ?? {};
  const known: Record<string, string | null | undefined> = {
    '--modal-background': modal?.background,
    '--modal-text': modal?.text,
    '--button-background': button?.background,
    '--button-text': button?.text,
    '--input-background': input?.background,
    '--input-text': input?.text,
    '--input-border': input?.border,
    '--mobile-background': mobile?.background,
    '--mobile-text': mobile?.text,
    '--mobile-bar': mobile?.bar,
    '--loyalty-background': mobile?.loyaltyCard?.background,
    '--loyalty-text': mobile?.loyaltyCard?.text,
    '--loyalty-bar': mobile?.loyaltyCard?.bar,
  };
  for (const [index, card] of (mobile?.homeCards ?? []).slice(0, 8).entries()) {
    known[`--home-card-${index}`] = card.card;
    known[`--home-card-${index}-icon`] = card.icon;
    known[`--home-card-${index}-text`] = card.text;
  }
  return known;
}

/** Applies the merchant's custom colors over the derived ones. */
export function applySchemeOverrides(themes: SiteConfig['themes'], dark: boolean) {
  const style = document.documentElement.style;
  const names = Object.keys({ ...overrides(themes.light), ...overrides(themes.dark) });
  for (const name of names) style.removeProperty(name);
  for (const [name, value] of Object.entries(overrides(dark ? themes.dark : themes.light))) {
    if (value && hex.test(value)) style.setProperty(name, value);
  }
}
