import { i18n } from '@lingui/core';

/** So many points, in words. */
export function pointsText(count: number): string {
  return i18n._('{count, plural, one {# point} other {# points}}', { count });
}
