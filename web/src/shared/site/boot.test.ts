import { expect, it } from 'vitest';
import { openSite } from '../testing/site';
import { boot, resetBoot } from './boot';

it('fills in missing values and ignores unknown ones', () => {
  openSite({ bubbles: { enabled: true }, brand: { font: 'nunito' }, somethingNew: [1] });
  const { siteConfig } = boot();
  expect(siteConfig.bubbles).toEqual({ enabled: true, number: 15 });
  expect(siteConfig.brand).toMatchObject({ font: 'nunito', density: 'cosy' });
  expect(siteConfig.shopItems.length).toBeGreaterThan(0);
});

it.each([
  [{ menuItems: 'none' }, 'siteConfig.menuItems'],
  [{ menuItems: [{ tag: 1 }] }, 'siteConfig.menuItems[0].tag'],
  [{ carousel: [null] }, 'siteConfig.carousel[0]'],
  [{ brand: 'teal' }, 'siteConfig.brand'],
  [{ has_app: 'yes' }, 'siteConfig.has_app'],
  [{ navWords: [] }, 'siteConfig.navWords'],
])('rejects %j', (config, where) => {
  openSite(config);
  expect(() => boot()).toThrow(`the boot data is broken at ${where}`);
});

it.each(['', 'no JSON'])('rejects %j as boot data', (text) => {
  const element = document.getElementById('suds-boot');
  if (element) element.textContent = text;
  resetBoot();
  expect(() => boot()).toThrow('the boot data is broken');
});

it.each(['appKey', 'subdomain'])('requires %s', (name) => {
  openSite({}, { [name]: '' });
  expect(() => boot()).toThrow(`broken at ${name}`);
});
