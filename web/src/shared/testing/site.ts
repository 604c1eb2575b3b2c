import { resetBoot } from '../site/boot';

/** Sets a site's boot data in the page, as its HTML shell would. */
export function openSite(siteConfig: Record<string, unknown> = {}, shell: Record<string, unknown> = {}) {
  document.getElementById('suds-boot')?.remove();
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'suds-boot';
  const config = { companyName: 'Sparkle', has_ecom: true, currency: 'USD', locale: 'en-US', ...siteConfig };
  element.textContent = JSON.stringify({ appKey: 'key', subdomain: 'sparkle', siteConfig: config, ...shell });
  document.head.append(element);
  resetBoot();
}
