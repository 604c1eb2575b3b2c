import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, refusal } from '@/shared/testing/server';
import { answerQuietly, renderPage } from '../testing/render-page';

it('sends a password unchanged', async () => {
  const user = userEvent.setup();
  let sent: unknown;
  answerQuietly();
  answer('post', '/users/login', async (request) => {
    sent = await request.json();
    return refusal(422, 'invalid_fields', 'Look again.');
  });
  await renderPage('/logIn');
  await user.type(await screen.findByLabelText('Email'), 'ada@wash.co');
  await user.type(screen.getByLabelText('Password'), ' Rainy day9 ');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await expect.poll(() => sent).toMatchObject({ password: ' Rainy day9 ' });
});
