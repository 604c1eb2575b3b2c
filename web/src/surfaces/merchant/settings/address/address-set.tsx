/** Where the site is found now. */
export function AddressSet() {
  return location.host;
}
