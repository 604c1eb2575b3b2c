import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import type { SurveyAnswer, WashClub } from '@/shared/api/types';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, renderPage } from '../testing/render-page';

const member: WashClub = {
  name: 'Sunrise Club',
  washes: ['Sunrise'],
  status: 'active',
  billingState: 'ok',
  useCountDisplay: '3 of 8 this month',
  appUserVehicle: { license: 'AB123', state: 'AZ' },
  nextBillingDate: '2027-01-31',
  locations: [],
  nextClub: null,
  nextPrice: null,
  pausedUntil: null,
  canceledPauseUntil: null,
};
const leaving: WashClub = { ...member, status: 'endbillingpending' };

const questions = [
  { surveyQuestionId: 7, question: 'Why are you leaving?', kind: 'text' as const, choices: [] as string[] },
  {
    surveyQuestionId: 8,
    question: 'What would have made you stay?',
    kind: 'text' as const,
    choices: [] as string[],
  },
];

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));

async function answerQuestion(title: string, label: string) {
  const dialog = await screen.findByRole(/sure/.test(title) ? 'alertdialog' : 'dialog', { name: title });
  await userEvent.setup().click(within(dialog).getByRole('button', { name: label }));
}

/** Adds a card on file. */
function answerCard() {
  answer('get', '/users/payment', () =>
    ok({
      onFile: true,
      accountLeft: false,
      locked: false,
      cardType: 'Visa',
      maskedCardNumber: '•••• 4242',
      expirationMonth: 12,
      expirationYear: 2030,
    }),
  );
}

/** Confirms both questions. */
async function leave() {
  await press('Cancel Plan');
  await answerQuestion('Cancel Plan', 'Yes');
  await answerQuestion('Are you sure?', 'Cancel Plan');
}

/** Resolves to the number of cancellations. */
function cancellable() {
  const calls = { count: 0 };
  answer('delete', '/users/washclub', () => {
    calls.count += 1;
    return ok(leaving);
  });
  return calls;
}

/** Reads a message and closes it, so that it doesn't cover anything. */
async function told(title: string) {
  const dialog = await screen.findByRole(/^Failed/.test(title) ? 'alertdialog' : 'dialog', { name: title });
  const text = dialog.textContent;
  await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  return text;
}

async function openAs(club: WashClub) {
  answer('get', '/users/washclub', () => ok(club));
  await renderPage('/shop/washClubs');
  return screen.findByRole('region', { name: 'Wash Club' });
}

beforeEach(() => {
  // Without an app, a narrow window shows the web shop.
  openSite({ has_app: false });
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answer('get', '/survey/leaving', () => ok([]));
  answer('get', '/products/washClubs', () => ok([]));
});

it('asks for confirmation before canceling a membership', async () => {
  const calls = cancellable();
  await openAs(member);
  await press('Cancel Plan');
  await answerQuestion('Cancel Plan', 'No');
  await press('Cancel Plan');
  await answerQuestion('Cancel Plan', 'Yes');
  await answerQuestion('Are you sure?', 'Keep Plan');
  expect(calls.count).toBe(0);
  await leave();
  expect(await told('Wash Club Canceled')).toContain(
    'You can continue to use your wash club until your next billing date.',
  );
  expect(calls.count).toBe(1);
  expect(screen.getByText('Ends soon')).toBeInTheDocument();
});

it('shows the survey and thanks before canceling', async () => {
  const calls = cancellable();
  const sent: SurveyAnswer[][] = [];
  answer('get', '/survey/leaving', () => ok(questions));
  answer('post', '/survey/submit-response', async (request) => {
    sent.push((await request.json()) as SurveyAnswer[]);
    return ok(true);
  });
  await openAs(member);
  await leave();
  const survey = await screen.findByRole('dialog', { name: 'Before you go' });
  const user = userEvent.setup();
  const field = (name: string) =>
    within(within(survey).getByRole('group', { name })).getByLabelText('Your answer');
  await user.type(field('Why are you leaving?'), ' ');
  await user.tab();
  expect(within(survey).getByText('This field is required')).toBeVisible();
  await user.type(field('Why are you leaving?'), 'Too far.');
  await user.type(field('What would have made you stay?'), 'A kiosk');
  await user.click(within(survey).getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Thank you for your answers!')).toBeVisible();
  expect(calls.count).toBe(0);
  expect(sent).toEqual([
    [
      { QuestionId: 7, CustomerResponse: 'Too far.' },
      { QuestionId: 8, CustomerResponse: 'A kiosk' },
    ],
  ]);
  await waitFor(() => expect(calls.count).toBe(1), { timeout: 3000 });
  await told('Wash Club Canceled');
});

it('cancels even if the survey fails', async () => {
  const calls = cancellable();
  answer('get', '/survey/leaving', () => refusal(500, 'internal', 'Something went wrong on our side.'));
  await openAs(member);
  await leave();
  await told('Wash Club Canceled');
  expect(calls.count).toBe(1);
});

it('reports unsaved answers and continues', async () => {
  const calls = cancellable();
  answer('get', '/survey/leaving', () => ok(questions.slice(0, 1)));
  answer('post', '/survey/submit-response', () => new Response('<html>', { status: 502 }));
  await openAs(member);
  await leave();
  const survey = await screen.findByRole('dialog', { name: 'Before you go' });
  const user = userEvent.setup();
  await user.type(within(survey).getByLabelText('Your answer'), 'Too far.');
  await user.click(within(survey).getByRole('button', { name: 'Submit' }));
  expect(await within(survey).findByText('An error occurred while submitting responses')).toBeVisible();
  await user.click(within(survey).getByRole('button', { name: 'Skip' }));
  await told('Wash Club Canceled');
  expect(calls.count).toBe(1);
});

it('shows a failed cancellation', async () => {
  answer('delete', '/users/washclub', () => refusal(404, 'not_found', 'You are not in a wash club.'));
  await openAs(member);
  await leave();
  expect(await told('Failed to Cancel')).toContain('You are not in a wash club.');
});

it('reactivates a membership once there is a card', async () => {
  answerCard();
  answer('put', '/users/washclub', () => ok(member));
  const summary = await openAs(leaving);
  expect(within(summary).getByText('Ends soon')).toBeVisible();
  await press('Reactivate Plan');
  await answerQuestion('Reactivate Plan', 'Yes');
  await told('Wash reactivated');
  expect(screen.getByText('Active')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reactivate Plan' })).not.toBeInTheDocument();
});

it.each([
  ['past_due', 'Past due', /in the next few days/],
  ['suspended', 'Suspended', /your club is suspended/],
])('asks a member who is %s for another card', async (billingState, label, text) => {
  const summary = await openAs({ ...member, billingState });
  expect(within(summary).getByText(label)).toBeVisible();
  expect(within(summary).getByText(text)).toBeVisible();
  expect(within(summary).getByText('Past due since')).toBeVisible();
  expect(within(summary).getByRole('button', { name: 'Update card' })).toBeEnabled();
});

it('shows the next club and lets the member keep the current one', async () => {
  answer('put', '/users/washclub', () => ok(member));
  const summary = await openAs({
    ...member,
    nextClub: { name: 'Splash Club', monthlyPrice: 1900, monthlyTaxes: 0, locations: [] },
  });
  expect(summary).toHaveTextContent('Splash Club starts on Jan 31, 2027 at $19.00 per month.');
  await press('Keep Sunrise Club');
  await waitFor(() => expect(summary).not.toHaveTextContent('Splash Club'));
  expect(screen.queryByRole('button', { name: 'Keep Sunrise Club' })).not.toBeInTheDocument();
});

it("shows a pause's end and billing date, without a token", async () => {
  cancellable();
  const summary = await openAs({
    ...member,
    billingState: 'paused',
    pausedUntil: '2027-03-09',
    nextBillingDate: '2027-03-29',
  });
  expect(within(summary).getByText('Paused until Mar 9, 2027')).toBeVisible();
  expect(summary).toHaveTextContent('Your club is paused until Mar 9, 2027.');
  expect(summary).toHaveTextContent('Next billing dateMar 29, 2027');
  expect(screen.queryByRole('button', { name: 'Generate Club Token' })).not.toBeInTheDocument();
  await press('Cancel Plan');
  await answerQuestion('Cancel Plan', 'Yes');
  const sure = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
  expect(sure).toHaveTextContent('Your pause ends today.');
  await answerQuestion('Are you sure?', 'Keep Plan');
});

it("warns that reactivation doesn't restore a pause", async () => {
  answerCard();
  answer('put', '/users/washclub', () => ok(member));
  await openAs({ ...leaving, canceledPauseUntil: '2027-03-09' });
  await press('Reactivate Plan');
  const question = await screen.findByRole('dialog', { name: 'Reactivate Plan' });
  expect(question).toHaveTextContent('Sunrise Club continues without your pause');
  await answerQuestion('Reactivate Plan', 'Yes');
  expect(await told('Wash reactivated')).toContain('no longer paused');
});

it('shows an announced price', async () => {
  const summary = await openAs({
    ...member,
    nextPrice: { monthlyPrice: 2900, monthlyTaxes: 0, from: '2027-03-01' },
  });
  expect(summary).toHaveTextContent('From Mar 1, 2027, your price is $29.00 per month.');
});

it('shows a failed reactivation', async () => {
  answerCard();
  answer('put', '/users/washclub', () => refusal(404, 'not_found', 'You are not in a wash club.'));
  await openAs(leaving);
  await press('Reactivate Plan');
  await answerQuestion('Reactivate Plan', 'Yes');
  await told('Failed to Reactivate');
});

it('shows a club token or why there is none', async () => {
  answer('get', '/users/washclub', () => ok(member));
  let refused = true;
  answer('post', '/temptoken', async (request) => {
    expect(await request.json()).toEqual({ TempIdType: 'WashClub' });
    return refused
      ? refusal(409, 'limit_reached', 'Your wash club has no use left for now.')
      : ok({
          id: '1',
          tempId: '712345678901',
          serverTime: '2031-05-05T05:05:05Z',
          expiresAt: '2031-05-05T05:05:35Z',
        });
  });
  answer('get', '/temptoken/{id}', () => ok({ state: 'live' }));
  await renderPage('/shop/washClubs');
  await screen.findByRole('button', { name: 'Generate Club Token' });
  await press('Generate Club Token');
  const told = await screen.findByRole('alertdialog', { name: 'Unable to Generate Token' });
  expect(told).toHaveTextContent('Your wash club has no use left for now.');
  await press('Close');
  refused = false;
  await waitFor(() => expect(screen.getByRole('button', { name: 'Generate Club Token' })).toBeEnabled());
  await press('Generate Club Token');
  expect(await screen.findByText('7123 4567 8901')).toBeVisible();
  expect(screen.getByText('Valid for 30 seconds')).toBeInTheDocument();
});

it('moves the focus to opened clubs and back', async () => {
  answer('get', '/products/washClubs', () => ok([]));
  await openAs(member);
  const user = userEvent.setup();
  (await screen.findByRole('button', { name: 'View Clubs' })).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 2, name: 'Available clubs' })).toHaveFocus();
  const cancel = screen.getByRole('button', { name: 'Cancel Plan' });
  cancel.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Cancel Plan' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel Plan' })).toHaveFocus());
});
