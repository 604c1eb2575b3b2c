import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error';
import { maskPhone } from '../format/masks';
import { Form } from './form';
import { FormField } from './form-field';
import { required } from './rules';
import { useAppForm } from './use-app-form';

type Props = { fields?: Record<string, string>; onSend?: () => unknown };

/** Form whose submissions fail, unless `onSend` succeeds. */
function Sample({ fields, onSend }: Props) {
  const sent = useRef(0);
  const form = useAppForm({
    schema: () => v.object({ name: required(), postalCode: required(), phone: v.string() }),
    values: { name: '', postalCode: '', phone: '' },
    send: async () => {
      sent.current += 1;
      if (onSend) return onSend();
      throw new ApiError('We are busy.', { status: 503, fields });
    },
  });
  const { control } = form;
  return (
    <Form form={form} submit="Send">
      <FormField control={control} name="name" label="Name" autoComplete="off" />
      <FormField control={control} name="postalCode" label="Postal code" autoComplete="off" />
      <FormField
        control={control}
        name="phone"
        label="Phone"
        autoComplete="off"
        sanitize={(text) => maskPhone(text, 'CA')}
      />
    </Form>
  );
}

const button = () => screen.getByRole('button', { name: 'Send' });
const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('Postal code'), '85201');
};

it('marks missing fields and focuses the first', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.click(button());
  expect(await screen.findByText('Input is required.')).toBeVisible();
  expect(screen.getByLabelText('Postal code')).toHaveFocus();
  expect(screen.queryByText('We are busy.')).toBeNull();
});

it('resends after an error', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await fill(user);
  await user.click(button());
  expect(await screen.findByText('We are busy.')).toBeVisible();
  expect(button()).toBeEnabled();
});

it('focuses the rejected field', async () => {
  const user = userEvent.setup();
  render(<Sample fields={{ name: 'This one is taken.' }} />);
  await fill(user);
  await user.click(button());
  expect(await screen.findByText('This one is taken.')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

it('keeps the focus while submitting, and sends once', async () => {
  const user = userEvent.setup();
  let sent = 0;
  let answer = () => {};
  const onSend = () => {
    sent += 1;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  render(<Sample onSend={onSend} />);
  await fill(user);
  button().focus();
  await user.keyboard('{Enter}');
  const working = await screen.findByRole('button', { name: 'Submitting' });
  expect(working).toHaveFocus();
  await user.keyboard('{Enter}');
  fireEvent.submit(working.closest('form') as HTMLFormElement);
  answer();
  await screen.findByRole('button', { name: 'Send' });
  expect(sent).toBe(1);
});

it('keeps the caret in a number that is formatted while it is edited', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  const phone = screen.getByLabelText<HTMLInputElement>('Phone');
  await user.type(phone, '5145550143');
  expect(phone).toHaveValue('(514) 555-0143');
  await user.type(phone, '438', { initialSelectionStart: 1, initialSelectionEnd: 4 });
  expect(phone).toHaveValue('(438) 555-0143');
  expect(phone.selectionStart).toBe(4);
});
