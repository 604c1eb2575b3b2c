import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { stripped } from '@/features/sites/model/subdomain';
import { EmailField } from '@/shared/forms/email-field';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { email, entered, required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { grant } from '../api/grants';
import { siteNamed } from '../api/sites';
import { OwnPasswordField } from '../components/own-password-field';

type Props = { account: string; onDone: () => void; onClose: () => void };

/** Allows a site's team member to create sites for an account. */
export function GrantDialog({ account, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(grant);
  const form = useAppForm({
    schema: () => v.object({ subdomain: required(), email: email(), password: entered() }),
    values: { subdomain: '', email: '', password: '' },
    send: async (typed) => {
      const site = await siteNamed(typed.subdomain);
      if (!site) {
        form.setError('subdomain', { message: i18n._('No site has this subdomain.') }, { shouldFocus: true });
        return;
      }
      await mutateAsync({ account, siteId: site.id, email: typed.email, password: typed.password });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Grant access')}
      form={form}
      submit={i18n._('Grant access')}
      onClose={onClose}
      intro={
        <p>
          {i18n._(
            'A manager or owner of an existing site can then create sites for this account from the back office of that site.',
          )}
        </p>
      }
      cancel
      guard
    >
      <FormField
        control={form.control}
        name="subdomain"
        label={i18n._('Site subdomain')}
        autoComplete="off"
        maxLength={63}
        sanitize={stripped}
      />
      <EmailField
        control={form.control}
        name="email"
        label={i18n._('Email at that site')}
        autoComplete="off"
      />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}
