import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { answer, ok, refusal } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

const used = 'This invitation is no longer valid. Request a new one.';

beforeEach(() => {
  answerCustomer();
  history.replaceState(null, '', '/invitation?email=olive%40canyon.example&token=secret');
});

async function fillIn() {
  answer('post', '/users/invitations', () =>
    ok({ email: 'olive@canyon.example', role: 'owner', needsPassword: true, firstName: '', lastName: '' }),
  );
  await renderPage('/invitation');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('First name'), 'Olive');
  await user.type(screen.getByLabelText('Last name'), 'Owens');
  await user.type(screen.getByLabelText('Password'), 'Saguaro-Rain-77');
  return () => user.click(screen.getByRole('button', { name: 'Accept invitation' }));
}

it('leads to the login if the link was already used', async () => {
  answer('post', '/users/invitations', () => refusal(422, 'invalid_code', used));
  await renderPage('/invitation');
  expect(await screen.findByText(new RegExp(used))).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/mmtpo');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('opens the back office after a second attempt if the first response was lost', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined);
  let attempts = 0;
  answer('post', '/users/invitations/accept', () => {
    attempts += 1;
    return attempts === 1 ? (Response.error() as never) : refusal(422, 'invalid_code', used);
  });
  answer('post', '/users/login', () => ok(tokens(4_000_000_000)));
  const accept = await fillIn();
  await accept();
  await screen.findByText('The Internet connection appears to be offline.');
  expect(assign).not.toHaveBeenCalled();
  await accept();
  await eventually(() => expect(assign).toHaveBeenCalledWith('/mmtpo'));
});

it('names the reason if the link is dead and the password is not theirs', async () => {
  answer('post', '/users/invitations/accept', () => refusal(422, 'invalid_code', used));
  answer('post', '/users/login', () => refusal(401, 'wrong_credentials', 'Wrong password.'));
  const accept = await fillIn();
  await accept();
  expect(await screen.findByText(used)).toBeVisible();
});
