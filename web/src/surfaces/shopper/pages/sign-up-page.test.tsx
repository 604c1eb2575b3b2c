import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { currentSession, setSession } from '@/shared/api/session';
import { ada } from '@/shared/testing/ada';
import { account } from '@/shared/testing/people';
import { answer, ok, refusal } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, answerQuietly, renderPage } from '../testing/render-page';

async function open(path = '/signUp') {
  const { router } = await renderPage(path);
  await screen.findByRole('heading', { name: 'Welcome to Sparkle' });
  const user = userEvent.setup({ delay: null });
  return { user, router };
}

const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
const submit = () => within(screen.getByRole('main')).getByRole('button', { name: 'Sign Up' });

/** Fills the form at once, like a password manager; typing would render the form for every letter. */
async function fill(user: ReturnType<typeof userEvent.setup>) {
  const put = async (input: HTMLElement, text: string | number) => {
    await user.click(input);
    await user.paste(String(text));
  };
  await put(field('First name'), `${ada.firstName}3`);
  await put(field('Last name'), ada.lastName);
  await put(field('Email'), 'ada@wash.co');
  await put(field('Confirm email'), 'ada@wash.co');
  await put(field('Birth month'), ada.birthdayMonth);
  await put(field('Birth day'), ada.birthdayDay);
  await put(field('Cell phone number'), ada.cellPhoneNumber);
  await put(field('ZIP / postal code'), ada.zipPostalCode);
  await put(field('Password'), ada.password);
  await put(field('Confirm password'), ada.password);
}

beforeEach(answerQuietly);

it('sends the documented fields, then logs in', async () => {
  let sent: unknown;
  answer('post', '/users/unique', () => ok(true));
  answer('post', '/users', async (request) => {
    sent = await request.json();
    return ok(account());
  });
  answerCustomer();
  answer('post', '/users/login', () => ok(tokens(Date.now() / 1000 + 3600)));
  const { user, router } = await open();
  const button = submit();
  await fill(user);
  expect(field('Cell phone number')).toHaveValue('(602) 555-0142');
  await user.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(sent).toEqual({ ...ada, email: 'ada@wash.co' });
});

it('reports a taken email after a pause in typing', async () => {
  answer('post', '/users/unique', () => ok(false));
  const { user } = await open();
  await user.type(field('Email'), 'ada@wash.co');
  expect(await screen.findByText('Email is already associated with an account.')).toBeInTheDocument();
});

it("shows the server's errors at their fields", async () => {
  answer('post', '/users/unique', () => ok(true));
  answer('post', '/users', () =>
    refusal(422, 'invalid_fields', 'Look again.', { lastName: 'Not this one.' }),
  );
  const { user } = await open();
  await fill(user);
  const button = submit();
  await user.click(button);
  expect(await screen.findByText('Not this one.')).toBeInTheDocument();
  expect(field('Last name')).toHaveFocus();
});

it('rejects February 30', async () => {
  const { user } = await open();
  await user.type(field('Birth month'), String(ada.birthdayMonth));
  await user.type(field('Birth day'), '30');
  await user.tab();
  expect(await screen.findByText('Please enter a valid Day.')).toBeInTheDocument();
});

it('offers login with the address of a gift link', async () => {
  answer('post', '/users/unique', () => ok(false));
  const { user, router } = await open('/signUp?email=bo%40wash.co&to=%2Fwallet');
  expect(field('Email')).toHaveValue('bo@wash.co');
  const main = within(screen.getByRole('main'));
  expect(main.getByText(/^A gift is waiting for bo@wash\.co\./)).toBeInTheDocument();
  await user.click(main.getByRole('link', { name: 'Log In' }));
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
  expect(field('Email')).toHaveValue('bo@wash.co');
  expect(router.state.location.search).toContain('to=%2Fwallet');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign Up' }));
  await screen.findByRole('heading', { name: 'Welcome to Sparkle' });
  expect(field('Email')).toHaveValue('bo@wash.co');
});

it("lets a gift's recipient sign up or log in", async () => {
  answer('post', '/users/unique', () => ok(false));
  setSession({ guest: true });
  const { user } = await open('/signUp?email=bo%40wash.co&to=%2Fwallet');
  expect(field('Email')).toHaveValue('bo@wash.co');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Log In' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(currentSession()?.guest).toBe(true);
});
