import { i18n } from '@lingui/core';
import { site } from './boot';

/** Countries whose addresses and license plates have a state or province. */
const withStates = ['US', 'CA', 'AU', 'MX'];
const withPostcodes = ['GB', 'IE', 'AU', 'NZ'];

const isIn = (countries: readonly string[]) => countries.includes(site().country.toUpperCase());

/** Whether addresses and license plates of the site's country have a state or province. */
export const hasStates = () => isIn(withStates);

/** Word for a state of the site's country, in any language. */
export function stateLabel(): string {
  if (isIn(['CA'])) return i18n._('Province');
  return hasStates() ? i18n._('State') : i18n._('Region');
}

export const postalCodeLabel = () => (isIn(withPostcodes) ? i18n._('Postcode') : i18n._('ZIP / postal code'));
