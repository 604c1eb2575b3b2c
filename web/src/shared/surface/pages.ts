import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { generatePath } from 'react-router';
import type { ProviderRole, Role } from '../api/types';

/**
 * Access to a page: `tool` for everyone everywhere, `open` for every visitor, `browse` for customers, guests
 * and visitors of the web shop, `customer` for logged-in customers, or staff with a minimum role. The server
 * enforces access; this only redirects people.
 */
export type Access = 'tool' | 'open' | 'browse' | 'customer' | { from: Role } | { staff: ProviderRole };

/** Person navigating to a page. */
export type Visit = {
  url: URL;
  queries: QueryClient;
  page: Page;
  /** False if the page is already open and the person has changed. */
  arriving: boolean;
};

/** Path to redirect to; null for none. */
type Lead = string | null;

/** Page of a surface, without its component. */
export type Page<Path extends string = string> = {
  /** Canonical path. Matching isn't case-sensitive. */
  path: Path;
  /** Other fixed paths of the page. */
  aliases: readonly string[];
  /** Tag in the site config. */
  tag?: string;
  /** Name of a page that is disabled together with this one. */
  twin?: string;
  /** Title, and the heading if the page has no other. */
  title: () => string;
  access: Access;
  /** Name of the page's layout. */
  layout?: string;
  /** Whether the installation has this page. Default: always. */
  offered?: () => boolean;
  /** Runs before the page is shown and may redirect. */
  enter?: (visit: Visit) => Lead | Promise<Lead>;
  /** Component of the page; missing for paths that only redirect. */
  load?: () => Promise<ComponentType>;
};

/** Entry of a page table. */
export function page<const Path extends string>(
  path: Path,
  entry: Omit<Page, 'path' | 'aliases'> & { aliases?: readonly string[] },
): Page<Path> {
  return { aliases: [], ...entry, path };
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters of a path; empty if it has none. */
export type Params<Path extends string> = [Names<Path>] extends [never]
  ? []
  : [params: Record<Names<Path>, string>];

/** Path with encoded parameters. */
export function fill(path: string, params: Record<string, string> = {}): string {
  return generatePath(path, params);
}
