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
  /** False where the page is open already and who looks at it has changed. */
  arriving: boolean;
};

/** An address to go to instead, or nothing. */
type Lead = string | null;

/** One page of a surface: everything that is known of it but how it looks. */
export type Page<Path extends string = string> = {
  /** The canonical spelling. Matching takes no notice of case. */
  path: Path;
  /** Other fixed paths of the same page. */
  aliases: readonly string[];
  /** Tag in the site config. */
  tag?: string;
  /** The name of a page that is switched off together with this one. */
  twin?: string;
  /** For the title bar, and for the heading where the page has no better one. */
  title: () => string;
  access: Access;
  /** Name of the page's layout. */
  layout?: string;
  /** Whether this installation has it; without it always. */
  offered?: () => boolean;
  /** Decides or asks for what is needed before the page is shown. An address leads there instead. */
  enter?: (visit: Visit) => Lead | Promise<Lead>;
  /** A path without anything to show only ever leads elsewhere. */
  load?: () => Promise<ComponentType>;
};

/** An entry of a table of pages. */
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

/** The values of a path's parameters; nothing where it has none. */
export type Params<Path extends string> = [Names<Path>] extends [never]
  ? []
  : [params: Record<Names<Path>, string>];

/** A path with its parameters filled in, each encoded. */
export function fill(path: string, params: Record<string, string> = {}): string {
  return generatePath(path, params);
}
