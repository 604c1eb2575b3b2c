import type { ComponentType } from 'react';

/**
 * Frame around a page. It is passed in parts, so that one shell can replace another while the page keeps its
 * state and input.
 */
export type Shell = {
  className: string;
  Top: ComponentType;
  Bottom: ComponentType;
  /** Home page for visitors. */
  Home: ComponentType;
};
