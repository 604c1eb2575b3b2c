import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
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
import { useChange } from '../use-change';

type Typed = SupportContacts & { about: string };

const longestAbout = 500;

type Props = { saved: KeptSupport; config: WholeConfig; onSaved: () => void };

function SupportForm({ saved: { version, supportEmail, supportPhone }, config, onSaved }: Props) {
  const { mutateAsync } = useMutation(saveSupport());
  const change = useChange(config);
  const form = useAppForm<Typed>({
    schema: () =>
      v.object({ supportEmail: email(), supportPhone: atMostText(30), about: atMostText(longestAbout) }),
    values: { supportEmail, supportPhone, about: config.about },
    send: async ({ about, ...contacts }) => {
      if (about !== config.about) await change({ about });
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
      <SectionCard title={i18n._('About')}>
        <FormField
          control={form.control}
          name="about"
          label={i18n._('Introduction')}
          autoComplete="off"
          maxLength={longestAbout}
          lines={3}
          optional
          help={i18n._('A few words about your business, at the top of the support page')}
        />
      </SectionCard>
    </Form>
  );
}

/** Support contacts and introduction. */
export function SupportPart() {
  const waiting = {
    skeleton: <Skeleton count={2} height={240} />,
    failed: i18n._("Couldn't load support contacts"),
  };
  return (
    <OpenedView query={supportQuery()} {...waiting}>
      {(saved, again) => (
        <OpenedView query={wholeConfigQuery()} {...waiting}>
          {(config) => <SupportForm saved={saved} config={config} onSaved={again} />}
        </OpenedView>
      )}
    </OpenedView>
  );
}
