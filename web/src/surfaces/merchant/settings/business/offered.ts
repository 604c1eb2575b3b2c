import { languageOf } from '@/shared/i18n/best-locale';

/** Available catalogs with their regional variants; the first is the fallback. */
const spoken: Record<string, [string, ...string[]]> = {
  en: ['US', 'GB', 'CA', 'AU', 'IE', 'NZ'],
  fr: ['FR', 'CA', 'CH', 'BE'],
  de: ['DE', 'AT', 'CH'],
  es: ['ES', 'US', 'MX'],
};

/** Tags of all available languages: the site's current ones, and the country's variant of the others. */
export function offerable(has: readonly string[], country: string): string[] {
  const others = Object.entries(spoken).filter(
    ([language]) => !has.some((tag) => languageOf(tag) === language),
  );
  return [
    ...has,
    ...others.map(([language, countries]) => {
      const region = countries.includes(country) ? country : countries[0];
      return `${language}-${region}`;
    }),
  ];
}

/** In config order: the default first, then as listed. */
export function inOrder(chosen: readonly string[], first: string): string[] {
  return [first, ...chosen.filter((tag) => tag !== first)];
}
