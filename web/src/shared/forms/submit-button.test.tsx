import { valibotResolver } from '@hookform/resolvers/valibot';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error';
import { FormFailure } from './form-failure';
import { FormField } from './form-field';
import { required } from './rules';
import { SubmitButton } from './submit-button';
import { showFailure } from './submit-failure';

/** A form whose every submission is refused. */
function Refused({ fields }: { fields?: Record<string, string> }) {
  const resolver = useMemo(() => valibotResolver(v.object({ name: required() })), []);
  const form = useForm({ resolver, mode: 'onTouched', defaultValues: { name: '' } });
  const submit = form.handleSubmit(() =>
    showFailure(form, new ApiError('We are busy.', { status: 503, fields })),
  );
  return (
    <form onSubmit={submit}>
      <FormField control={form.control} name="name" label="Name" autoComplete="off" />
      <SubmitButton control={form.control} label="Send" />
      <FormFailure control={form.control} />
    </form>
  );
}

const button = () => screen.getByRole('button', { name: 'Send' });

it('sends again what was refused as a whole, but no field that has an error', async () => {
  const user = userEvent.setup();
  render(<Refused />);
  expect(button()).toBeDisabled();
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.click(button());
  expect(await screen.findByText('We are busy.')).toBeVisible();
  expect(button()).toBeEnabled();
  await user.clear(screen.getByLabelText('Name'));
  expect(button()).toBeDisabled();
});

it('waits for a change of the field that was refused', async () => {
  const user = userEvent.setup();
  render(<Refused fields={{ name: 'This one is taken.' }} />);
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.click(button());
  expect(await screen.findByText('This one is taken.')).toBeVisible();
  expect(button()).toBeDisabled();
  await user.type(screen.getByLabelText('Name'), ' O');
  expect(button()).toBeEnabled();
});
