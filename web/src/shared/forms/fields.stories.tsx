import { SampleForm } from '../testing/sample-form';
import type { Story } from '../testing/story';
import { EmailField } from './email-field';
import { FormField } from './form-field';
import { PasswordChecklist } from './password-checklist';
import { SelectField } from './select-field';
import { StateField } from './state-field';
import { SwitchField } from './switch-field';

const field = { name: 'text', label: 'First name', autoComplete: 'off' } as const;
const choice = { name: 'choice', label: 'Birthday month', autoComplete: 'off' } as const;
const months = [
  { value: '1', label: 'January' },
  { value: '2', label: 'February' },
];
const germanLabel = 'Benachrichtigungsadresse für Zahlungserinnerungen';
const germanError =
  'Gib eine gültige Benachrichtigungsadresse ein, zum Beispiel werkstatt@fahrzeugaufbereitung.example.';

export const story: Story = {
  title: 'Fields',
  states: {
    empty: () => <SampleForm>{({ control }) => <FormField {...field} control={control} />}</SampleForm>,
    default: () => (
      <SampleForm values={{ text: 'Ada' }}>
        {({ control }) => <FormField {...field} control={control} />}
      </SampleForm>
    ),
    'optional, with help': () => (
      <SampleForm>
        {({ control }) => (
          <FormField {...field} control={control} optional help="Leave blank for no limit." />
        )}
      </SampleForm>
    ),
    focus: () => <SampleForm>{({ control }) => <FormField {...field} control={control} />}</SampleForm>,
    error: () => (
      <SampleForm errors={{ text: 'Enter your first name.' }}>
        {({ control }) => <FormField {...field} control={control} />}
      </SampleForm>
    ),
    disabled: () => (
      <SampleForm values={{ text: 'Ada' }}>
        {({ control }) => <FormField {...field} control={control} locked />}
      </SampleForm>
    ),
    'several lines': () => (
      <SampleForm values={{ text: 'Happy birthday!' }}>
        {({ control }) => <FormField {...field} label="Gift message" control={control} lines={3} />}
      </SampleForm>
    ),
    password: () => (
      <SampleForm values={{ text: 'Foam&Rinse' }}>
        {({ control }) => <FormField {...field} label="Password" type="password" control={control} />}
      </SampleForm>
    ),
    'password rules': () => <PasswordChecklist password="Foam" />,
    email: () => (
      <SampleForm values={{ text: 'ada@wash.co' }}>
        {({ control }) => <EmailField {...field} label="Email" control={control} />}
      </SampleForm>
    ),
    select: () => (
      <SampleForm values={{ choice: '2' }}>
        {({ control }) => <SelectField {...choice} options={months} control={control} />}
      </SampleForm>
    ),
    'select, error': () => (
      <SampleForm errors={{ choice: 'Choose a month.' }}>
        {({ control }) => <SelectField {...choice} options={months} control={control} />}
      </SampleForm>
    ),
    'select, disabled': () => (
      <SampleForm values={{ choice: '2' }}>
        {({ control }) => <SelectField {...choice} options={months} control={control} disabled />}
      </SampleForm>
    ),
    state: () => (
      <SampleForm values={{ choice: 'AZ' }}>
        {({ control }) => (
          <StateField
            name="choice"
            autoComplete="off"
            maxLength={40}
            states={[{ code: 'AZ', name: 'Arizona' }]}
            control={control}
          />
        )}
      </SampleForm>
    ),
    switch: () => (
      <SampleForm values={{ isOn: true }}>
        {({ control }) => <SwitchField name="isOn" label="Email offers" control={control} />}
      </SampleForm>
    ),
    'long German text': () => (
      <SampleForm errors={{ text: germanError }}>
        {({ control }) => <FormField {...field} label={germanLabel} control={control} />}
      </SampleForm>
    ),
    'switch, long German text': () => (
      <SampleForm>
        {({ control }) => (
          <SwitchField
            name="isOn"
            label="Werbebenachrichtigungen und Geburtstagsüberraschungen per E-Mail erhalten"
            control={control}
          />
        )}
      </SampleForm>
    ),
  },
};
