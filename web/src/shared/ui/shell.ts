import type { ComponentType } from 'react';

/**
 * What stands around a page. It is given in parts, so that one shell may take the place of another while the page
 * between them stays what it is, with all that was typed into it.
 */
export type Shell = {
  className: string;
  Top: ComponentType;
  Bottom: ComponentType;
  /** What its visitors see first. */
  Home: ComponentType;
};
