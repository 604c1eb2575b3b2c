import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { ApiError } from '../api/api-error';
import type { ErrorCode } from '../api/types';
import { Form } from './form';
import { FormField } from './form-field';
import { required } from './rules';
import { Refusal } from './submit-failure';
import { useAppForm } from './use-app-form';

type Props = { send: () => unknown; tell?: (error: unknown) => unknown; complaint?: string };

function Person({ send, tell, complaint }: Props) {
  const form = useAppForm({
    schema: () => v.object({ first: required(), last: required() }),
    values: { first: 'Ada', last: "O'Neil" },
    send,
    fieldOf: { wrong_password: 'last' },
    ...(tell && { tell }),
    complaints: { first: complaint },
  });
  return (
    <Form form={form} submit="Send">
      <FormField control={form.control} name="first" label="First name" autoComplete="off" />
      <FormField control={form.control} name="last" label="Last name" autoComplete="off" />
    </Form>
  );
}

function refuse(fields: Record<string, string> = {}, code: ErrorCode = 'invalid_fields') {
  return vi.fn(() => {
    throw new ApiError('Please check your entries.', { status: 422, code, fields });
  });
}

async function send(props: Props) {
  const user = userEvent.setup();
  render(<Person {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  return user;
}

const field = (name: string) => screen.getByRole('textbox', { name });

it('shows one error at its field and focuses it', async () => {
  await send({ send: refuse({ last: 'Not this one.' }) });
  expect(field('Last name')).toHaveFocus();
  expect(field('Last name')).toHaveAccessibleDescription('Not this one.');
  expect(screen.queryByText('Check these fields:')).not.toBeInTheDocument();
});

it('summarizes several errors with links to the fields', async () => {
  const user = await send({ send: refuse({ first: 'Too short.', last: 'Not this one.' }) });
  const summary = screen.getByText('Check these fields:').parentElement as HTMLElement;
  expect(summary).toHaveFocus();
  expect(
    within(summary)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['First name: Too short.', 'Last name: Not this one.']);
  await user.click(within(summary).getByRole('button', { name: 'Last name' }));
  expect(field('Last name')).toHaveFocus();
});

it.each([
  ['nothing of the form', refuse({ captcha: 'Once more.' }), 'Please check your entries.'],
  ['several that the form has not', refuse({ age: 'Too young.', size: 'Too big.' }), 'Too young. Too big.'],
  ['one that it has and one that it has not', refuse({ last: 'No.', age: 'Too young.' }), 'Too young.'],
])('shows other errors below the form: %s', async (_, refused, text) => {
  await send({ send: refused });
  expect(await screen.findByText(text)).toBeVisible();
});

it('maps an error code to its field', async () => {
  await send({ send: refuse({ password: 'No.' }, 'wrong_password') });
  expect(field('Last name')).toHaveAccessibleDescription('Please check your entries.');
  expect(screen.queryByText('No.')).not.toBeInTheDocument();
});

it('shows a custom text for a known error', async () => {
  await send({ send: () => Promise.reject(new Refusal('We are closed.')) });
  expect(await screen.findByText('We are closed.')).toBeVisible();
});

it('reports only errors without a field elsewhere', async () => {
  const tell = vi.fn();
  await send({ send: refuse(), tell });
  expect(tell).toHaveBeenCalledOnce();
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

it('opens with earlier errors', async () => {
  const user = userEvent.setup();
  render(<Person send={() => undefined} complaint="Not this one." />);
  expect(await screen.findByText('Not this one.')).toBeVisible();
  await user.type(field('First name'), 'x');
  await user.tab();
  await eventually(() => expect(screen.queryByText('Not this one.')).not.toBeInTheDocument());
});
