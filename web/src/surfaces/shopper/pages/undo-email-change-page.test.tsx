import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { answer, ok, refusal } from '@/shared/testing/server';
import { answerQuietly, renderPage } from '../testing/render-page';

beforeEach(answerQuietly);

async function open() {
  history.replaceState(null, '', '/undoEmailChange?email=ada%40wash.co&token=secret');
  await renderPage('/undoEmailChange');
  expect(await screen.findByText(/This restores ada@wash\.co/)).toBeVisible();
}

it('undoes nothing before its button is clicked', async () => {
  const sent: unknown[] = [];
  answer('post', '/users/emails/undo', async (request) => {
    sent.push(await request.json());
    return ok(true);
  });
  await open();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo change' }));
  expect(await screen.findByText('Email address restored')).toBeVisible();
  expect(sent).toEqual([{ email: 'ada@wash.co', token: 'secret' }]);
});

it('shows an expired link with a way to get help', async () => {
  answer('post', '/users/emails/undo', () => refusal(422, 'expired', 'This link has expired.'));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Undo change' }));
  expect(await screen.findByText('This link has expired.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Contact us' })).toBeVisible();
});
