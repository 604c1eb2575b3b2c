import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import type { Invitation } from '@/shared/api/types';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

const invitation: Invitation = {
  points: 1000,
  awardName: null,
  rewardsReferrer: true,
  rewardsFriend: true,
  friends: 2,
  rewarded: 1,
};

const link = `${location.origin}/storeDirect#K7QPM2X`;

beforeEach(() => {
  openSite({ has_app: false });
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answer('get', '/users/referrals', () => ok(invitation));
});

it('shows the reward and shares the referral link', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  await renderPage('/referral');
  expect(screen.getByRole('heading', { level: 1, name: 'Invite a Friend' })).toBeInTheDocument();
  expect(await screen.findByText('1,000 points')).toBeVisible();
  expect(screen.getByText('For you and for your friend')).toBeVisible();
  expect(screen.getByLabelText('Your link')).toHaveValue(link);
  expect(screen.getByText('Friends signed up').nextSibling).toHaveTextContent('2');
  expect(screen.getByText('Rewards earned').nextSibling).toHaveTextContent('1');
  const user = userEvent.setup();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(writeText).toHaveBeenCalledWith(link);
  expect(await screen.findByText('Link copied')).toBeVisible();
});

it('promises no reward if there is none', async () => {
  answer('get', '/users/referrals', () => ok({ ...invitation, points: 0, friends: 0 }));
  await renderPage('/referral');
  expect(await screen.findByText('Share your favorite car wash with friends.')).toBeVisible();
  expect(screen.queryByText('Share your link with a friend.')).not.toBeInTheDocument();
  expect(screen.queryByText('Friends signed up')).not.toBeInTheDocument();
});

it("uses the merchant's name for the page", async () => {
  openSite({ has_app: false, navWords: { referral: 'Refer & Earn' } });
  await renderPage('/referral');
  expect(screen.getByRole('heading', { level: 1, name: 'Refer & Earn' })).toBeInTheDocument();
});

it("shows an error if the link can't be loaded", async () => {
  answer('get', '/users/referrals', () => refusal(500, 'internal', 'Something went wrong on our side.'));
  await renderPage('/referral');
  expect(await screen.findByText("Couldn't load your link")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});
