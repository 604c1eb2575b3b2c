import { expect, it } from 'vitest';
import type { Invitation } from '@/shared/api/types';
import { invitationLink, rewardOf } from './invitation';

const points: Invitation = {
  points: 1000,
  awardName: null,
  rewardsReferrer: true,
  rewardsFriend: true,
  friends: 0,
  rewarded: 0,
};
const both = 'For you and for your friend';

it("links to this site's sign-up with the code", () => {
  expect(invitationLink('K7QPM2X')).toBe(`${location.origin}/storeDirect#K7QPM2X`);
});

it.each([
  [points, { gift: '1,000 points', whom: both }],
  [
    { ...points, points: 1, rewardsFriend: false },
    { gift: '1 point', whom: 'For you' },
  ],
  [
    { ...points, rewardsReferrer: false },
    { gift: '1,000 points', whom: 'For your friend' },
  ],
  [
    { ...points, points: null, awardName: 'Free Wash' },
    { gift: 'Free Wash', whom: both },
  ],
  [{ ...points, rewardsReferrer: false, rewardsFriend: false }, null],
  [{ ...points, points: 0 }, null],
])('shows the reward and who gets it: %j', (invitation, reward) => {
  expect(rewardOf(invitation)).toEqual(reward);
});
