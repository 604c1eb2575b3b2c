import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearSession, setSession } from '@/shared/api/session';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

const points = { current_points: 4100, point_goal: 10_000, widget_title: 'Your next free wash' };

let asked = 0;

afterEach(() => sessionStorage.clear());

beforeEach(() => {
  asked = 0;
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answer('get', '/users/points', () => {
    asked += 1;
    return ok(points);
  });
});

it('shows the progress to the next award on the home page', async () => {
  openSite({ has_app: false, loyaltyProgram: true });
  await renderPage('/');
  const card = await screen.findByRole('region', { name: 'Your next free wash' });
  expect(within(card).getByText('4,100')).toBeVisible();
  expect(within(card).getByText(/10,000 points/)).toBeVisible();
  expect(within(card).getByText('5,900 points')).toBeVisible();
});

it("offers a retry if points can't be loaded", async () => {
  openSite({ has_app: false, loyaltyProgram: true });
  answer('get', '/users/points', () => refusal(500, 'internal', 'Something went wrong on our side.'));
  await renderPage('/');
  expect(await screen.findByText("Couldn't load your points")).toBeVisible();
});

it.each([
  ['the program is off', false, true],
  ['nobody is logged in', true, false],
])('is hidden while %s', async (_, loyaltyProgram, isLoggedIn) => {
  openSite({ has_app: false, loyaltyProgram });
  if (!isLoggedIn) clearSession();
  await renderPage('/');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument());
  expect(asked).toBe(0);
});

it('is hidden for read-only viewers', async () => {
  openSite({ has_app: false, loyaltyProgram: true });
  sessionStorage.setItem('view', `view.${tokens(4_000_000_000).accessToken}`);
  await renderPage('/');
  await screen.findByText(/You can't make changes/);
  expect(asked).toBe(0);
  expect(screen.queryByText("Couldn't load your points")).toBeNull();
});
