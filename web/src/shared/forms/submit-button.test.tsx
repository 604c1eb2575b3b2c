import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error';
import { Form } from './form';
import { FormField } from './form-field';
import { required } from './rules';
import { useAppForm } from './use-app-form';

/** Form whose submissions always fail. */
function Refused({ fields }: { fields?: Record<string, string> }) {
  const form = useAppForm({
    schema: () => v.object({ name: required() }),
    values: { name: '' },
    send: () => {
      throw new ApiError('We are busy.', { status: 503, fields });
    },
  });
  return (
    <Form form={form} submit="Send">
      <FormField control={form.control} name="name" label="Name" autoComplete="off" />
    </Form>
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
