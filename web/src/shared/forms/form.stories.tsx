import * as v from 'valibot';
import { SampleForm } from '../testing/sample-form';
import type { Story } from '../testing/story';
import { FormDialog } from './form-dialog';
import { FormField } from './form-field';
import { useAppForm } from './use-app-form';

const field = { name: 'text', label: 'Location name', autoComplete: 'off' } as const;

function Dialog({ onClose }: { onClose: () => void }) {
  const form = useAppForm<{ text: string }>({
    schema: () => v.object({ text: v.string() }),
    values: { text: 'Sparkle Mill Avenue' },
    send: onClose,
  });
  return (
    <FormDialog title="Edit location" form={form} submit="Save" onClose={onClose} cancel>
      <FormField {...field} control={form.control} />
    </FormDialog>
  );
}

export const story: Story = {
  title: 'Forms',
  states: {
    default: () => (
      <SampleForm values={{ text: 'Sparkle Mill Avenue' }} submit="Save">
        {({ control }) => <FormField {...field} control={control} />}
      </SampleForm>
    ),
    'with Cancel': () => (
      <SampleForm values={{ text: 'Sparkle Mill Avenue' }} submit="Save" onCancel={() => undefined}>
        {({ control }) => <FormField {...field} control={control} />}
      </SampleForm>
    ),
    disabled: () => (
      <SampleForm values={{ text: 'Sparkle Mill Avenue' }} submit="Save">
        {({ control }) => <FormField {...field} control={control} locked />}
      </SampleForm>
    ),
    'error at a field': () => (
      <SampleForm submit="Save" errors={{ text: 'Another location has this name.' }}>
        {({ control }) => <FormField {...field} control={control} />}
      </SampleForm>
    ),
    loading: () => (
      <SampleForm values={{ text: 'Sparkle Mill Avenue' }} submit="Save" sent="pending">
        {({ control }) => <FormField {...field} control={control} />}
      </SampleForm>
    ),
    error: () => (
      <SampleForm values={{ text: 'Sparkle Mill Avenue' }} submit="Save" sent="failed">
        {({ control }) => <FormField {...field} control={control} />}
      </SampleForm>
    ),
    'long German text': () => (
      <SampleForm
        values={{ text: 'Fahrzeugaufbereitung' }}
        submit="Standortinformationen speichern"
        onCancel={() => undefined}
      >
        {({ control }) => <FormField {...field} label="Standortbezeichnung" control={control} />}
      </SampleForm>
    ),
  },
  dialogs: { dialog: Dialog },
};
