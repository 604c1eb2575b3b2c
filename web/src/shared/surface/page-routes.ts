import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router';
import { identity } from '../api/session';
import { lazyPart } from '../ui/lazy-part';
import { loadCode } from '../ui/load-code';
import type { PageHandle } from '../ui/page-handle';
import { ConnectionLost } from './connection-lost';
import type { Page, Visit } from './pages';
import { TurnedAway } from './turned-away';

/** Result of an access check. Only `show` shows the page. */
export type Decision = 'show' | TurnedAway['why'] | { to: string };

type House = {
  queries: QueryClient;
  pages: Record<string, Page>;
  /** Alternative paths from the site's config. */
  configured: { path: string; name: string }[];
  /** Layouts that pages share, by name. */
  layouts: Record<string, () => Promise<ComponentType>>;
  decide: (visit: Visit) => Decision | Promise<Decision>;
  /** Replaces a page that was denied or crashed. */
  Boundary: ComponentType;
};

/** Replaces the URL if the address bar already shows the target; otherwise keeps the history. */
function lead(to: string, from: URL): Response {
  const { pathname, search } = location;
  return pathname + search === from.pathname + from.search ? replace(to) : redirect(to);
}

/** Denies access for every result but 'show'. */
function turnAway(decision: Exclude<Decision, 'show'>, from: URL): Response {
  if (typeof decision === 'object') return lead(decision.to, from);
  throw new TurnedAway(decision);
}

/** If a page's code can't be loaded, an error page replaces it within the app until it can. */
async function component(load: () => Promise<ComponentType>) {
  const Component = await loadCode(load).catch(() => lazyPart(load, ConnectionLost));
  return { Component };
}

/** Routes of a page table: access is checked before a page is loaded, and a crash affects only its page. */
export function pageRoutes(house: House): RouteObject[] {
  const { pages, layouts, Boundary } = house;
  let last = '';

  async function enter(page: Page, { request }: LoaderFunctionArgs) {
    const url = new URL(request.url);
    const visit = { url, page, queries: house.queries, arriving: last !== url.pathname };
    last = url.pathname;
    const decision = await house.decide(visit);
    if (decision !== 'show') return turnAway(decision, url);
    const elsewhere = await page.enter?.(visit);
    if (elsewhere) return lead(elsewhere, url);
    return page.load ? { identity: identity() } : turnAway('not found', url);
  }

  function toRoutes(name: string, page: Page): RouteObject[] {
    const { load } = page;
    const handle: PageHandle = {
      name,
      title: page.title,
      access: page.access,
      preload: async () => load?.(),
    };
    const others = house.configured.filter((other) => other.name === name).map(({ path }) => path);
    return [page.path, ...page.aliases, ...others].map((path) => ({
      path,
      handle,
      loader: (args) => enter(page, args),
      ...(load && { lazy: () => component(load) }),
      ErrorBoundary: Boundary,
    }));
  }

  const offered = Object.entries(pages).filter(([, { offered: has }]) => has?.() ?? true);
  const lying = (layout: string | undefined) =>
    offered.filter(([, page]) => page.layout === layout).flatMap(([name, page]) => toRoutes(name, page));
  return [
    ...lying(undefined),
    ...Object.entries(layouts).map(
      ([name, load]): RouteObject => ({
        lazy: () => component(load),
        ErrorBoundary: Boundary,
        children: lying(name),
      }),
    ),
  ];
}
