import { i18n } from '@lingui/core';
import type { LoyaltyPoints } from '@/shared/api/types';

/** How far the bar goes, in percent: never so little that it looks empty, never beyond its end. */
export function barPosition({ current_points: current, point_goal: goal }: LoyaltyPoints): number {
  const percent = goal > 0 ? (current / goal) * 100 : 100;
  return Math.min(100, Math.max(6, percent));
}

/** What is still missing, in words. */
export function pointsToGo({ current_points: current, point_goal: goal }: LoyaltyPoints): string {
  const count = goal - current;
  if (count <= 0) return i18n._('Your award is on its way.');
  return i18n._('{count, plural, one {# point to go} other {# points to go}}', { count });
}
