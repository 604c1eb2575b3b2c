import type { LoyaltyPoints } from '@/shared/api/types';

/** Width of the bar in percent: visibly above 0 and at most 100. */
export function barPosition({ current_points: current, point_goal: goal }: LoyaltyPoints): number {
  const percent = goal > 0 ? (current / goal) * 100 : 100;
  return Math.min(100, Math.max(6, percent));
}

/** Points to the next award; 0 if there are enough. */
export function pointsToGo({ current_points: current, point_goal: goal }: LoyaltyPoints): number {
  return Math.max(0, goal - current);
}
