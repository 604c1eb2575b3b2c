import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

const minutes = (count: number) => new Date(Date.now() - count * 60_000).toISOString();
const news = [
  {
    title: 'A Gift For You',
    body: 'You have received a gift.',
    language: 'en-US',
    read: false,
    createDate: minutes(3),
  },
  {
    title: 'On its way',
    body: 'What you ordered has been sent.',
    language: 'en-US',
    read: true,
    createDate: minutes(150),
  },
];

let opened = 0;

beforeEach(() => {
  opened = 0;
  openSite({ timeZone: 'UTC' });
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answer('get', '/users/notifications', () => ok(opened === 0 ? 1 : 0));
  answer('patch', '/users/notifications', () => {
    opened += 1;
    return ok(news);
  });
});

it('lists notifications with time and unread mark', async () => {
  answer('patch', '/users/notifications', () =>
    ok(news.map((one) => ({ ...one, createDate: '2027-03-05T16:07:00Z' }))),
  );
  await renderPage('/notifications');
  const gift = (await screen.findByText('A Gift For You')).closest('li');
  expect(gift).toHaveTextContent('A Gift For YouUnreadYou have received a gift.03/05/2027 - 04:07 PM');
  const goods = screen.getByText('On its way').closest('li');
  expect(goods).toHaveTextContent('On its wayWhat you ordered has been sent.03/05/2027 - 04:07 PM');
});

it("marks a message in another language than the page's", async () => {
  const [gift] = news;
  const written = { ...gift, title: 'Trouvé', body: 'Votre parapluie est ici.', language: 'fr-CA' };
  answer('patch', '/users/notifications', () => ok([gift, written] as typeof news));
  await renderPage('/notifications');
  expect(await screen.findByText('Votre parapluie est ici.')).toHaveAttribute('lang', 'fr-CA');
  expect(screen.getByText('Trouvé')).toHaveAttribute('lang', 'fr-CA');
  expect(screen.getByText('You have received a gift.')).not.toHaveAttribute('lang');
});

it('shows an empty state', async () => {
  answer('patch', '/users/notifications', () => ok([]));
  await renderPage('/notifications');
  expect(await screen.findByText('No notifications yet')).toBeVisible();
});

it('shows an error state', async () => {
  answer('patch', '/users/notifications', () =>
    refusal(500, 'internal', 'Something went wrong on our side.'),
  );
  await renderPage('/notifications');
  expect(await screen.findByText('Unable to get Notifications')).toBeVisible();
  expect(screen.getByText('Sorry, something went wrong. Please try again.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});

it('shows unread notifications on the home page and in the menu', async () => {
  await renderPage('/');
  // Badges of the menu and the card.
  await waitFor(() => expect(screen.getAllByText(/1 unread notification$/)).toHaveLength(2));
  const dot = await screen.findByText(', Unread');
  expect(dot.closest('a')).toHaveAttribute('href', '/notifications');
  expect(opened).toBe(0);
  await userEvent.setup().click(screen.getByText('Notifications', { selector: 'button' }));
  expect(await screen.findByText('3 minutes ago')).toBeVisible();
  expect(screen.getByText('2 hours ago')).toBeVisible();
  expect(screen.getByText('All notifications')).toHaveAttribute('href', '/notifications');
  expect(screen.queryByText(/1 unread notification$/)).not.toBeInTheDocument();
  expect(dot).not.toBeInTheDocument();
  expect(opened).toBe(1);
});
