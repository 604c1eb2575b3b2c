import { matchPath } from 'react-router';
import { site } from '@/shared/site/boot';
import type { Page } from '@/shared/surface/pages';
import { type PageName, table } from '../table';

/** Merchant's path for a page, with its fixed path. */
type Alias = { path: string; name: PageName; standsFor: string };

function plain(path: string): string {
  return (path.split(/[?#]/)[0] ?? '').replace(/^\/+|\/+$/g, '').toLowerCase();
}

function absolute(href: string): string {
  return `/${href.replace(/^\/+/, '')}`;
}

/** Pages of this installation, by name. */
function builtPages(): [PageName, Page][] {
  const has = ([, page]: [string, Page]) => page.path !== '*' && (page.offered?.() ?? true);
  return Object.entries(table).filter(has) as [PageName, Page][];
}

function pageByTag(tag: string): [PageName, Page] | undefined {
  return builtPages().find(([, page]) => page.tag === tag);
}

const fixedPaths = ({ path, aliases }: Page) => [path, ...aliases];

function matches(pattern: string, path: string): boolean {
  return matchPath(pattern, `/${plain(path)}`) !== null;
}

function isBuilt(path: string): boolean {
  return builtPages().some(([, page]) => fixedPaths(page).some((fixed) => matches(fixed, path)));
}

/** Merchant's names for pages, which also apply to their subpages. */
export function configuredPaths(): Alias[] {
  const { menuItems, shopItems } = site();
  const found = [...menuItems, ...shopItems].flatMap(({ tag, href }): Alias[] => {
    const named = pageByTag(tag);
    const own = absolute(href);
    if (!named || plain(href) === '' || isBuilt(own)) return [];
    const [name, { path }] = named;
    const below = builtPages().filter(([, page]) => page.path.startsWith(`${path}/`));
    return [
      { path: own, name, standsFor: path },
      ...below.map(([inner, page]) => ({
        path: own + page.path.slice(path.length),
        name: inner,
        standsFor: page.path,
      })),
    ];
  });
  return found.filter(
    (one, index) => found.findIndex(({ path }) => plain(path) === plain(one.path)) === index,
  );
}

function aliasAt(path: string): Alias | undefined {
  return configuredPaths().find((alias) => matches(alias.path, path));
}

function pageAt(path: string): PageName | undefined {
  const fixed = builtPages().find(([, page]) => fixedPaths(page).some((own) => matches(own, path)));
  return fixed?.[0] ?? aliasAt(path)?.name;
}

/** All paths of a page and its alias. */
function namesOf(name: PageName): string[] {
  const names = [name, table[name]?.twin];
  const fixed = names.flatMap((own) => (own && table[own] ? fixedPaths(table[own]) : []));
  const chosen = configuredPaths().filter((alias) => names.includes(alias.name));
  return [...fixed, ...chosen.map(({ path }) => path)].map(plain);
}

/** Whether the merchant disabled a page, by any of its paths or through a parent page. */
export function isDisabled(path: string): boolean {
  const disabled = site().disabledRoutes.map((route) => plain(aliasAt(route)?.standsFor ?? route));
  const name = pageAt(path);
  const names = [plain(path), ...(name ? namesOf(name) : [])];
  const places = [plain(path), plain(aliasAt(path)?.standsFor ?? '')];
  return disabled.some((off) => names.includes(off) || places.some((at) => at.startsWith(`${off}/`)));
}

/** Whether a path has a page that the merchant hasn't disabled. */
export function isOffered(path: string): boolean {
  return pageAt(path) !== undefined && !isDisabled(path);
}

function hrefOf({ path }: Page, href: string): string {
  const own = plain(href) ? absolute(href) : '';
  return own && isOffered(own) ? own : path;
}

/** Header links to existing pages. */
export function menuLinks(): { label: string; to: string }[] {
  return site()
    .menuItems.flatMap(({ tag, label, href }) => {
      const page = pageByTag(tag)?.[1];
      return page ? [{ label, to: hrefOf(page, href) }] : [];
    })
    .filter((link) => isOffered(link.to));
}

/** Part of the shop a link refers to, by tag or any of its paths. */
function partOfShop(part: string): string | undefined {
  const item = site().shopItems.find(({ tag, href }) => tag === part || plain(href) === plain(part));
  const tagged = pageByTag(item?.tag ?? part);
  if (tagged) return tagged[1].path;
  return [`/shop${absolute(part)}`, absolute(part)].find((path) => pageAt(path) !== undefined);
}

/** Path for a tag with an optional subpage, or null. */
export function tagTarget(tag: string, href: string): string | null {
  const target = tag === '_SHOP' && href ? partOfShop(href) : pageByTag(tag)?.[1].path;
  return target && isOffered(target) ? target : null;
}
