import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { type KeptSupport, type SupportContacts, saveSupport, supportQuery } from '@/features/site/api/texts';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMostText, email } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';

type Props = { saved: KeptSupport; onSaved: () => void };

function SupportForm({ saved: { version, supportEmail, supportPhone }, onSaved }: Props) {
  const { mutateAsync } = useMutation(saveSupport());
  const form = useAppForm<SupportContacts>({
    schema: () => v.object({ supportEmail: email(), supportPhone: atMostText(30) }),
    values: { supportEmail, supportPhone },
    send: async (contacts) => {
      await mutateAsync({ version, contacts });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Support contacts')}>
        <div className={styles.fields}>
          <FormField
            control={form.control}
            name="supportEmail"
            type="email"
            label={i18n._('Email')}
            autoComplete="off"
            maxLength={254}
          />
          <FormField
            control={form.control}
            name="supportPhone"
            type="tel"
            label={i18n._('Phone')}
            autoComplete="off"
            maxLength={30}
            optional
          />
        </div>
        <p className={styles.note}>{i18n._('Shown on the support page')}</p>
      </SectionCard>
    </Form>
  );
}

/** Support contacts. */
export function SupportPart() {
  return (
    <OpenedView
      query={supportQuery()}
      skeleton={<Skeleton count={1} height={240} />}
      failed={i18n._("Couldn't load support contacts")}
    >
      {(saved, again) => <SupportForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
