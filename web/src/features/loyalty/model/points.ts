import { i18n } from '@lingui/core';

/** Number of points, as text. */
export function pointsText(count: number): string {
  return i18n._('{count, plural, one {# point} other {# points}}', { count });
}
