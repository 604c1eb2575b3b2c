import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { type KeptSender, mailSenderQuery, saveMailSender } from '@/features/notifications/api/mails';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMostText, isEmail } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';

type Typed = { name: string; mailbox: string; replyTo: string };

const schema = () =>
  v.object({
    name: atMostText(60),
    mailbox: atMostText(64),
    replyTo: v.pipe(
      atMostText(254),
      v.check((text) => text === '' || isEmail(text), i18n._('Please enter a valid email.')),
    ),
  });

const typed = ({ name, mailbox, replyTo }: KeptSender): Typed => ({
  name: name ?? '',
  mailbox: mailbox ?? '',
  replyTo: replyTo ?? '',
});

type Props = { saved: KeptSender; onSaved: () => void };

function SenderForm({ saved, onSaved }: Props) {
  const { mutateAsync } = useMutation(saveMailSender());
  const { companyName } = site();
  const form = useAppForm<Typed>({
    schema,
    values: typed(saved),
    send: async ({ name, mailbox, replyTo }) => {
      const sender = { name: name || null, mailbox: mailbox || null, replyTo: replyTo || null };
      await mutateAsync({ version: saved.version, sender });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control } = form;
  const [name, mailbox] = useWatch({ control, name: ['name', 'mailbox'] });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Sender')}>
        <div className={styles.fields}>
          <FormField
            control={control}
            name="name"
            label={i18n._('Name')}
            autoComplete="off"
            maxLength={60}
            optional
            help={i18n._('Default: {companyName}', { companyName })}
          />
          <FormField
            control={control}
            name="mailbox"
            label={i18n._('Mailbox at {host}', { host: saved.host })}
            autoComplete="off"
            maxLength={64}
            optional
            help={i18n._('The part before the @. Other domains would be rejected.')}
          />
          <FormField
            control={control}
            name="replyTo"
            type="email"
            label={i18n._('Reply-to')}
            autoComplete="off"
            maxLength={254}
            optional
            help={i18n._("Leave blank if you don't read replies.")}
          />
        </div>
        <p className={styles.note}>
          {i18n._('Customers see: {sender}', {
            sender: `${name || companyName} <${mailbox || 'no-reply'}@${saved.host}>`,
          })}
        </p>
      </SectionCard>
    </Form>
  );
}

/** Email sender settings. */
export function SenderPart() {
  return (
    <OpenedView
      query={mailSenderQuery()}
      skeleton={<Skeleton count={1} height={320} />}
      failed={i18n._("Couldn't load email sender")}
    >
      {(saved, again) => <SenderForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
