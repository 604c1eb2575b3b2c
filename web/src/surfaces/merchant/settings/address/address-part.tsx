import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { passkeyUseQuery } from '@/features/identity/api/second-factors';
import { passkeyWords } from '@/features/identity/model/passkey-words';
import { setSubdomain } from '@/features/site/api/address';
import { ApiError, errorText } from '@/shared/api/api-error';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMost } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { boot } from '@/shared/site/boot';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import { withPassword } from '../../components/with-password';
import styles from '../part.module.css';
import { cleanSubdomain, hostWith } from './subdomain';

/** Address of the site. */
export function AddressPart() {
  const { mutateAsync } = useMutation(setSubdomain);
  const client = useQueryClient();
  const own = boot().subdomain;
  const form = useAppForm({
    schema: () =>
      v.object({
        subdomain: v.pipe(
          atMost(40),
          v.check((name) => name !== own, i18n._("This is already the site's subdomain.")),
        ),
      }),
    values: { subdomain: own },
    send: async ({ subdomain }) => {
      const next = hostWith(location.host, own, subdomain);
      const passkeys = passkeyWords(await client.fetchQuery(passkeyUseQuery()));
      const sure = await dialogs.confirm({
        kind: 'warning',
        title: i18n._('Move site to {host}?', { host: next }),
        text: [
          i18n._('Logs everyone out. Old links redirect for 180 days. Customers must reinstall the app.'),
          passkeys,
        ]
          .filter(Boolean)
          .join(' '),
        yes: i18n._('Move site'),
        no: i18n._('Cancel'),
      });
      if (!sure) return;
      try {
        const { address } = await withPassword(() => mutateAsync(subdomain));
        form.reset({ subdomain });
        // Sessions are tied to the address, so the person must log in again.
        location.assign(`${address}/logIn?${new URLSearchParams({ to: '/mmtpo/settings/subdomain' })}`);
      } catch (error) {
        await dialogs.error({ title: i18n._('Unable to Save new Subdomain'), text: errorText(error) });
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) throw error;
      }
    },
  });
  const { control } = form;
  const subdomain = useWatch({ control, name: 'subdomain' });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Site address')}>
        <div className={styles.fields}>
          <FormField
            control={control}
            name="subdomain"
            label={i18n._('Subdomain')}
            autoComplete="off"
            maxLength={40}
            sanitize={cleanSubdomain}
            help={
              subdomain
                ? i18n._('New address: {host}', { host: hostWith(location.host, own, subdomain) })
                : undefined
            }
          />
        </div>
        <ul className={`${styles.note} ${styles.notes}`}>
          <li>{i18n._('Old links and codes redirect for 180 days.')}</li>
          <li>
            {i18n._('Customers who installed the app must reinstall it and allow notifications again.')}
          </li>
          <li>{i18n._('Everyone, including you, must log in again.')}</li>
          <li>
            {i18n._(
              'Passkeys stop working. Have a backup code or an authenticator ready, and add new passkeys afterwards.',
            )}
          </li>
        </ul>
      </SectionCard>
    </Form>
  );
}
