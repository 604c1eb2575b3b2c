import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { loyaltySettingsQuery } from '@/features/loyalty/api/settings';

export function LoyaltySet() {
  const { data } = useQuery(loyaltySettingsQuery());
  const { pointsPerUnit, pointGoal } = data ?? {};
  if (!pointsPerUnit || !pointGoal) return null;
  return i18n._('Award at {goal} points', { goal: i18n.number(pointGoal) });
}
