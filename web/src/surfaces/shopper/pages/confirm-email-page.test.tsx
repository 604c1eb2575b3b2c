import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { answer, ok } from '@/shared/testing/server';
import { answerQuietly, renderPage } from '../testing/render-page';

beforeEach(answerQuietly);

it('confirms only after a click', async () => {
  const sent: unknown[] = [];
  answer('post', '/users/emails/confirm', async (request) => {
    sent.push(await request.json());
    return ok(true);
  });
  history.replaceState(null, '', '/confirmEmail?email=ada%40wash.co&token=secret');
  const { router } = await renderPage('/confirmEmail');
  expect(await screen.findByText('ada@wash.co')).toBeVisible();
  expect(sent).toEqual([]);
  expect(location.search).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Verify my email' }));
  expect(await screen.findByRole('heading', { name: 'Success', level: 2 })).toBeVisible();
  expect(router.state.location.pathname).toBe('/updated');
  expect(sent).toEqual([{ email: 'ada@wash.co', token: 'secret' }]);
});
