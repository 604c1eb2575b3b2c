import { expect, it } from 'vitest';
import type { Invitation } from '@/shared/api/types';
import { friendsSoFar, invitationLink, isRewarded, promise } from './invitation';

const points: Invitation = {
  points: 1000,
  awardName: null,
  rewardsReferrer: true,
  rewardsFriend: true,
  friends: 0,
  rewarded: 0,
};
const item: Invitation = { ...points, points: null, awardName: 'Free Wash' };

it("leads to this site's sign-up with the code", () => {
  expect(invitationLink('K7QPM2X')).toBe(`${location.origin}/storeDirect#K7QPM2X`);
});

it.each([
  [points, 'For you and for your friend: 1,000 points'],
  [{ ...points, points: 1, rewardsFriend: false }, 'For you: 1 point'],
  [{ ...points, rewardsReferrer: false }, 'For your friend: 1,000 points'],
  [item, 'For you and for your friend: Free Wash'],
  [
    { ...points, rewardsReferrer: false, rewardsFriend: false },
    'Show your friends where your car gets its shine.',
  ],
  [{ ...points, points: 0 }, 'Show your friends where your car gets its shine.'],
])('says what is in it: %j', (invitation, text) => {
  expect(promise(invitation)).toBe(text);
  expect(isRewarded(invitation)).toBe(text.startsWith('For'));
});

it.each([
  [0, 0, ''],
  [1, 0, '1 friend has signed up, none rewarded yet'],
  [3, 2, '3 friends have signed up, 2 rewarded'],
])('counts %i friends, %i of them rewarded', (friends, rewarded, text) => {
  expect(friendsSoFar({ ...points, friends, rewarded })).toBe(text);
});
