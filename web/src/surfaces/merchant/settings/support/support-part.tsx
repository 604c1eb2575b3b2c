import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { type SupportContacts, saveSupport, supportQuery } from '@/features/site/api/texts';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMostText, email } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import styles from '../part.module.css';

function SupportForm({ saved }: { saved: SupportContacts }) {
  const { mutateAsync } = useMutation(saveSupport());
  const form = useAppForm<SupportContacts>({
    schema: () => v.object({ supportEmail: email(), supportPhone: atMostText(30) }),
    values: saved,
    send: async (typed) => {
      form.reset(await mutateAsync(typed));
      toast(i18n._('Saved'));
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('How customers reach you')}>
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
        <p className={styles.note}>{i18n._('They stand on the page for help.')}</p>
      </SectionCard>
    </Form>
  );
}

/** Where customers ask for help. */
export function SupportPart() {
  return (
    <QueryView
      query={useQuery(supportQuery())}
      skeleton={<Skeleton count={1} height={240} />}
      failed={i18n._('Unable to get the contacts')}
    >
      {(saved) => <SupportForm saved={saved} />}
    </QueryView>
  );
}
