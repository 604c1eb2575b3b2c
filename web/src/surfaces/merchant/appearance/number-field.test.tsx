import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Form } from '@/shared/forms/form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { NumberField } from './number-field';

function Letters() {
  const form = useAppForm<{ size: number }>({
    schema: () => v.object({ size: v.number() }),
    values: { size: 10 },
    send: () => {},
  });
  return (
    <Form form={form}>
      <NumberField form={form} name="size" label="Size" from={5} to={15} />
      <output>{form.watch('size')}</output>
    </Form>
  );
}

it.each([
  ['12', 12, '12'],
  ['1', 5, '5'],
  ['500', 15, '15'],
  ['7.6', 8, '8'],
  ['', 10, '10'],
])('accepts %j while typing and shows the result', async (typed, taken, shown) => {
  const user = userEvent.setup();
  render(<Letters />);
  const field = screen.getByRole('spinbutton', { name: 'Size' });
  await user.clear(field);
  if (typed) await user.type(field, typed);
  expect(field).toHaveDisplayValue(typed);
  expect(screen.getByRole('status')).toHaveTextContent(String(taken));
  await user.tab();
  expect(field).toHaveDisplayValue(shown);
});
