import { i18n } from '@lingui/core';
import type { CountryDefaults } from '@/shared/api/types';

export type Option = { value: string; label: string };

const byLabel = (one: Option, other: Option) => one.label.localeCompare(other.label, i18n.locale);

/** Countries by name. */
export function countryOptions(countries: CountryDefaults[]): Option[] {
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region' });
  return countries.map(({ code }) => ({ value: code, label: names.of(code) ?? code })).sort(byLabel);
}

/** Currencies of all countries by name. */
export function currencyOptions(countries: CountryDefaults[]): Option[] {
  const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' });
  const codes = [...new Set(countries.map(({ currency }) => currency))];
  return codes.map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` })).sort(byLabel);
}

/** Time zones that the browser or a country knows. */
export function zoneOptions(countries: CountryDefaults[]): Option[] {
  const zones = new Set([
    ...Intl.supportedValuesOf('timeZone'),
    ...countries.map(({ timeZone }) => timeZone),
  ]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

/** Country of the browser's language, if it has one. */
export function ownCountry(countries: CountryDefaults[]): CountryDefaults | undefined {
  const region = new Intl.Locale(navigator.language).maximize().region;
  return countries.find(({ code }) => code === region) ?? countries.find(({ code }) => code === 'US');
}
