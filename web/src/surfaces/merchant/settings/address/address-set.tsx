/** Current address of the site. */
export function AddressSet() {
  return location.host;
}
