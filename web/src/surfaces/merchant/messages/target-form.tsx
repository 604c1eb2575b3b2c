import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { writeToCustomer } from '@/features/notifications/api/messages';
import { EmailField } from '@/shared/forms/email-field';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMostText, email } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { toast } from '@/shared/ui/toasts';

/** Sends a notification to one customer. */
export function TargetForm() {
  const { mutateAsync } = useMutation(writeToCustomer);
  const form = useAppForm({
    schema: () => v.object({ email: email(), title: atMostText(80), body: atMostText(500) }),
    values: { email: '', title: '', body: '' },
    send: async (values) => {
      await mutateAsync(values);
      form.reset();
      toast(i18n._('Notification sent'));
    },
  });
  return (
    <Form form={form} label={i18n._('One customer')} submit={i18n._('Send notification')} guard>
      <EmailField control={form.control} name="email" label={i18n._('Customer email')} autoComplete="off" />
      <FormField
        control={form.control}
        name="title"
        label={i18n._('Title')}
        autoComplete="off"
        maxLength={80}
        optional
      />
      <FormField
        control={form.control}
        name="body"
        label={i18n._('Message')}
        autoComplete="off"
        maxLength={500}
        lines={3}
        optional
        help={i18n._('Leave blank to send a default message.')}
      />
    </Form>
  );
}
