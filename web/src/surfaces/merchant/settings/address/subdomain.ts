/** Input reduced to what subdomains allow: lowercase letters, digits and hyphens. */
export function cleanSubdomain(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, '');
}

/** Host of a site with another subdomain. */
export function hostWith(host: string, own: string, subdomain: string): string {
  return host.startsWith(`${own}.`) ? `${subdomain}${host.slice(own.length)}` : host;
}
