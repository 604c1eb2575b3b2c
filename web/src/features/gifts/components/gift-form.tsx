import { i18n } from '@lingui/core';
import { useWatch } from 'react-hook-form';
import type { Gift, Recipient } from '@/shared/api/types';
import { EmailField } from '@/shared/forms/email-field';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import {
  giftFrom,
  giftHeaders,
  giftSchema,
  giftValues,
  longestMessage,
  longestName,
  somebodyNew,
} from '../model/gift-form';
import { GiftPreview } from './gift-preview';

type Props = {
  product: string;
  recipients: Recipient[];
  gift: Gift | undefined;
  action: string;
  onDone: (gift: Gift) => void;
};

export function GiftForm({ product, recipients, gift, action, onDone }: Props) {
  const form = useAppForm({
    schema: giftSchema,
    values: giftValues(gift, recipients),
    draft: `gift:${product}`,
    send: (values) => onDone(giftFrom(values)),
  });
  const { control } = form;
  const [known, name, message, header] = useWatch({ control, name: ['known', 'name', 'message', 'header'] });
  const headers = giftHeaders();
  const people = recipients.map((recipient) => ({
    value: recipient.email,
    label: recipient.name ? `${recipient.name} · ${recipient.email}` : recipient.email,
  }));
  return (
    <Form form={form} label={i18n._('Gift')} submit={action} guard>
      <GiftPreview header={headers[Number(header)] ?? ''} name={name} message={message} />
      {people.length > 0 && (
        <SelectField
          control={control}
          name="known"
          label={i18n._('Recipient')}
          autoComplete="off"
          options={[...people, { value: somebodyNew, label: i18n._('Someone new') }]}
          onChosen={(email) => {
            const person = recipients.find((recipient) => recipient.email === email);
            form.setValue('name', person?.name ?? '');
            void form.trigger('known');
          }}
        />
      )}
      {known === somebodyNew && (
        <EmailField
          control={control}
          name="email"
          label={people.length > 0 ? i18n._('Email') : i18n._('Recipient email')}
          autoComplete="off"
          help={i18n._("We'll email the gift right away.")}
        />
      )}
      <FormField
        control={control}
        name="name"
        label={i18n._('Recipient name')}
        autoComplete="off"
        maxLength={longestName}
        optional
      />
      <SelectField
        control={control}
        name="header"
        label={i18n._('Greeting')}
        autoComplete="off"
        options={headers.map((label, value) => ({ value: String(value), label }))}
      />
      <FormField
        control={control}
        name="message"
        label={i18n._('Message')}
        autoComplete="off"
        maxLength={longestMessage}
        optional
        lines={3}
      />
    </Form>
  );
}
