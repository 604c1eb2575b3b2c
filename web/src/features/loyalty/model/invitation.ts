import { i18n } from '@lingui/core';
import type { Invitation } from '@/shared/api/types';
import { pointsText } from './points';

/** Sign-up link with a referral code. */
export function invitationLink(code: string): string {
  return `${location.origin}/storeDirect#${encodeURIComponent(code)}`;
}

/** Reward and who gets it; null if no one does. */
export function rewardOf(invitation: Invitation): { gift: string; whom: string } | null {
  const { points, awardName, rewardsReferrer, rewardsFriend } = invitation;
  const gift = awardName ?? (points ? pointsText(points) : '');
  if (!gift) return null;
  if (rewardsReferrer && rewardsFriend) return { gift, whom: i18n._('For you and for your friend') };
  if (rewardsReferrer) return { gift, whom: i18n._('For you') };
  return rewardsFriend ? { gift, whom: i18n._('For your friend') } : null;
}
