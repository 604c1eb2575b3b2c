import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { passkeyWords } from '@/features/identity/model/passkey-words';
import { SubdomainField, type SubdomainValues } from '@/features/sites/components/subdomain-field';
import type { SiteEntry } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMostText, entered, required, typed } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { passkeyUseQuery } from '../api/owners';
import { changeSite, checkSubdomain } from '../api/sites';
import { buildsQuery } from '../api/versions';
import { OwnPasswordField } from '../components/own-password-field';

type RenameValues = SubdomainValues & { password: string };
type Props = { site: SiteEntry; onDone: () => void; onClose: () => void };

/** Names the people whose passkeys a new address disables. */
function PasskeyNote({ site }: { site: SiteEntry }) {
  const { data } = useQuery(passkeyUseQuery(site.id));
  const words = data && passkeyWords(data);
  return words ? <p>{words}</p> : null;
}

/** Changes a site's subdomain. */
export function RenameDialog({ site, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(changeSite);
  const form = useAppForm<RenameValues>({
    schema: () =>
      v.object({
        subdomain: required(),
        // The server decides about a name whose check hasn't answered yet.
        isRefused: v.pipe(
          v.boolean(),
          v.check((refused: boolean) => !refused, ''),
        ),
        password: entered(),
      }),
    values: { subdomain: '', isRefused: false, password: '' },
    send: async ({ subdomain, password }) => {
      await mutateAsync({ id: site.id, act: 'rename', subdomain, password });
      onDone();
    },
    fieldOf: { taken: 'subdomain', reserved_elsewhere: 'subdomain' },
  });
  return (
    <FormDialog
      title={i18n._('Rename {subdomain}', { subdomain: site.subdomain })}
      form={form}
      submit={i18n._('Rename')}
      onClose={onClose}
      intro={
        <>
          <p>{i18n._('The old address redirects to the new one for 180 days.')}</p>
          <PasskeyNote site={site} />
        </>
      }
      cancel
    >
      <SubdomainField control={form.control} check={checkSubdomain} />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}

/** Sets or removes a site's custom domain. */
export function DomainDialog({ site, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(changeSite);
  const form = useAppForm({
    schema: () => v.object({ domain: atMostText(253), password: entered() }),
    values: { domain: site.customDomain ?? '', password: '' },
    send: async ({ domain, password }) => {
      await mutateAsync({ id: site.id, act: 'domain', domain: domain || null, password });
      onDone();
    },
    fieldOf: { taken: 'domain', reserved_elsewhere: 'domain' },
  });
  return (
    <FormDialog
      title={i18n._('Custom domain')}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      intro={
        <>
          <p>
            {i18n._(
              'The site uses the domain once its ownership is verified. Set up its DNS and certificate manually.',
            )}
          </p>
          <PasskeyNote site={site} />
        </>
      }
      cancel
    >
      <FormField
        control={form.control}
        name="domain"
        label={i18n._('Domain')}
        autoComplete="off"
        maxLength={253}
        optional
        help={i18n._('Leave blank for no custom domain.')}
      />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}

/** Pins a site to a build, or unpins it. */
export function PinDialog({ site, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(changeSite);
  const { data: builds = [] } = useQuery(buildsQuery());
  const form = useAppForm({
    schema: () => v.object({ build: v.string(), password: entered() }),
    values: { build: site.pinnedBuild ?? '', password: '' },
    send: async ({ build, password }) => {
      await mutateAsync({ id: site.id, act: 'pin', build: build || null, password });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Pin {subdomain}', { subdomain: site.subdomain })}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      intro={<p>{i18n._('A pinned site keeps its build when the environment is updated.')}</p>}
      cancel
    >
      <SelectField
        control={form.control}
        name="build"
        label={i18n._('Build')}
        autoComplete="off"
        options={[
          { value: '', label: i18n._('Environment version') },
          ...builds.map(({ version }) => ({ value: version, label: version })),
        ]}
      />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}

/** Deletes a site after its subdomain is typed. */
export function DeleteDialog({ site: { id, subdomain }, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(changeSite);
  const form = useAppForm({
    schema: () => v.object({ subdomain: typed(subdomain), password: entered() }),
    values: { subdomain: '', password: '' },
    send: async ({ password }) => {
      await mutateAsync({ id, act: 'delete', subdomain, password });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Delete {subdomain}?', { subdomain })}
      form={form}
      submit={i18n._('Delete site')}
      onClose={onClose}
      intro={
        <p>
          {i18n._(
            'The site goes offline right away. You can undo this for 30 days; then all of its data is permanently deleted. Export the site first.',
          )}
        </p>
      }
      cancel
    >
      <FormField
        control={form.control}
        name="subdomain"
        label={i18n._('Type {word} to confirm', { word: subdomain })}
        autoComplete="off"
        maxLength={80}
      />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}
