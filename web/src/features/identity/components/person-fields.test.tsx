import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { phone } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { openSite } from '@/shared/testing/site';
import { PhoneField } from './person-fields';

function Sample({ country }: { country: string }) {
  const form = useAppForm({
    schema: () => v.object({ cellPhoneNumber: phone(country), email: v.string() }),
    values: { cellPhoneNumber: '', email: '' },
    send: async () => undefined,
  });
  return (
    <Form form={form} submit="Send">
      <PhoneField control={form.control} />
      <FormField control={form.control} name="email" type="email" label="Email" autoComplete="off" />
    </Form>
  );
}

it.each([
  ['DE', '030123456', '030123456'],
  ['DE', '+49 170 1234567', '01701234567'],
  ['US', '+1 602 555 0143', '(602) 555-0143'],
  ['GB', '+44 113 496 0143', '01134 960143'],
  ['FR', '+33 1 23 45 67 89', '01 23 45 67 89'],
])('accepts a pasted number at a site in %s: %s', async (country, pasted, shown) => {
  const user = userEvent.setup();
  openSite({ country });
  render(<Sample country={country} />);
  const field = screen.getByLabelText('Cell phone number');
  await user.click(field);
  await user.paste(pasted);
  expect(field).toHaveValue(shown);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.queryByText('Enter a valid phone number.')).toBeNull();
});

it('rejects a number that is too long instead of cutting it', async () => {
  const user = userEvent.setup();
  openSite({ country: 'US' });
  render(<Sample country="US" />);
  await user.click(screen.getByLabelText('Cell phone number'));
  await user.paste('60255501429');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Enter a valid phone number.')).toBeVisible();
});

it('drops invisible characters of a pasted address', async () => {
  const user = userEvent.setup();
  render(<Sample country="US" />);
  await user.click(screen.getByLabelText('Email'));
  await user.paste('\ufeffann@exam\u00adple.com\u200b');
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
});
