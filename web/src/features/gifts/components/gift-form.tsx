import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Gift, Recipient } from '@/shared/api/types';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import {
  type GiftValues,
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
  recipients: Recipient[];
  gift: Gift | undefined;
  action: string;
  onDone: (gift: Gift) => void;
};

export function GiftForm({ recipients, gift, action, onDone }: Props) {
  const resolver = useMemo(() => valibotResolver(giftSchema()), []);
  const form = useForm<GiftValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: giftValues(gift, recipients),
  });
  const { control } = form;
  const [known, name, message, header] = useWatch({ control, name: ['known', 'name', 'message', 'header'] });
  const headers = giftHeaders();
  const people = recipients.map((recipient) => ({
    value: recipient.email,
    label: recipient.name ? `${recipient.name} · ${recipient.email}` : recipient.email,
  }));
  return (
    <form
      className={styles.form}
      onSubmit={form.handleSubmit((values) => onDone(giftFrom(values)))}
      noValidate
      aria-label={i18n._('Gift')}
    >
      <GiftPreview header={headers[Number(header)] ?? ''} name={name} message={message} />
      {people.length > 0 && (
        <SelectField
          control={control}
          name="known"
          label={i18n._('Recipient')}
          autoComplete="off"
          options={[...people, { value: somebodyNew, label: i18n._('Somebody new') }]}
          onChosen={(email) => {
            const person = recipients.find((recipient) => recipient.email === email);
            form.setValue('name', person?.name ?? '');
            void form.trigger('known');
          }}
        />
      )}
      {known === somebodyNew && (
        <FormField
          control={control}
          name="email"
          label={people.length > 0 ? i18n._('Email') : i18n._("Recipient's Email")}
          type="email"
          inputMode="email"
          autoComplete="off"
          help={i18n._('The gift goes there by e-mail, at once.')}
        />
      )}
      <FormField
        control={control}
        name="name"
        label={i18n._("Recipient's Name")}
        autoComplete="off"
        maxLength={longestName}
        optional
      />
      <SelectField
        control={control}
        name="header"
        label={i18n._('Header')}
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
      <SubmitButton control={control} label={action} />
    </form>
  );
}
