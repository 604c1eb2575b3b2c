import { i18n } from '@lingui/core';
import type { Invitation } from '@/shared/api/types';

/** Where a friend signs up with a code. */
export function invitationLink(code: string): string {
  return `${location.origin}/storeDirect#${encodeURIComponent(code)}`;
}

/** What one side gets; nothing, where the merchant gives nothing. */
function reward({ points, awardName }: Invitation): string {
  if (awardName) return awardName;
  return points ? i18n._('{points, plural, one {# point} other {# points}}', { points }) : '';
}

/** What is in it, and for whom. */
export function promise(invitation: Invitation): string {
  const { rewardsReferrer, rewardsFriend } = invitation;
  const gift = reward(invitation);
  if (gift && rewardsReferrer && rewardsFriend)
    return i18n._('For you and for your friend: {gift}', { gift });
  if (gift && rewardsReferrer) return i18n._('For you: {gift}', { gift });
  if (gift && rewardsFriend) return i18n._('For your friend: {gift}', { gift });
  return i18n._('Show your friends where your car gets its shine.');
}

/** Whether anybody gets anything. */
export function isRewarded(invitation: Invitation): boolean {
  return reward(invitation) !== '' && (invitation.rewardsReferrer || invitation.rewardsFriend);
}

/** What came of it so far; nothing, while nobody came. */
export function friendsSoFar({ friends, rewarded }: Invitation): string {
  if (friends === 0) return '';
  const came = i18n._('{friends, plural, one {# friend has signed up} other {# friends have signed up}}', {
    friends,
  });
  return i18n._('{came}, {rewarded, plural, =0 {none rewarded yet} other {# rewarded}}', { came, rewarded });
}
