/** What is kept of what was typed: names have lower case, digits and hyphens. */
export function cleanSubdomain(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, '');
}

/** The host of a site with another subdomain in the place of its own. */
export function hostWith(host: string, own: string, subdomain: string): string {
  return host.startsWith(`${own}.`) ? `${subdomain}${host.slice(own.length)}` : host;
}
