import { languageOf } from '@/shared/i18n/best-locale';

/** Available catalogs with their regional variants; the first is the fallback. */
const spoken: Record<string, [string, ...string[]]> = {
  en: ['US', 'GB', 'CA', 'AU', 'IE', 'NZ'],
  fr: ['FR', 'CA', 'CH', 'BE'],
  de: ['DE', 'AT', 'CH'],
  es: ['ES', 'US', 'MX'],
};

/**
 * The tags of all languages that a site can offer: those that it has, by their tags, and of the others the way that its
 * country speaks them.
 */
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

/** As a config has them: the first one first, the others in the order in which they are listed. */
export function inOrder(chosen: readonly string[], first: string): string[] {
  return [first, ...chosen.filter((tag) => tag !== first)];
}
