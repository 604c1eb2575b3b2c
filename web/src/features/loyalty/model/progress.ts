import type { LoyaltyPoints } from '@/shared/api/types';

/** How far the bar goes, in percent: never so little that it looks empty, never beyond its end. */
export function barPosition({ current_points: current, point_goal: goal }: LoyaltyPoints): number {
  const percent = goal > 0 ? (current / goal) * 100 : 100;
  return Math.min(100, Math.max(6, percent));
}

/** What is still missing; nothing, where there is enough. */
export function pointsToGo({ current_points: current, point_goal: goal }: LoyaltyPoints): number {
  return Math.max(0, goal - current);
}
