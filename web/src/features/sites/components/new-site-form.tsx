import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { SiteTemplate } from '@/shared/api/types';
import { EmailField } from '@/shared/forms/email-field';
import { Form } from '@/shared/forms/form';
import { email, required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import type { Check } from '../model/use-subdomain';
import { type AccountChoice, AccountField } from './account-field';
import { SubdomainField } from './subdomain-field';
import { TemplateField } from './template-field';

export type NewSiteValues = {
  accountId: string;
  subdomain: string;
  isFree: boolean;
  template: string;
  ownerEmail: string;
};

type Props = {
  accounts: AccountChoice[];
  /** Initially selected account. */
  account?: string | undefined;
  onNewAccount?: (() => Promise<string | null>) | undefined;
  templates: SiteTemplate[];
  check: Check;
  /** Whether to ask for an owner. Otherwise, the creator is the owner. */
  asksOwner?: boolean;
  send: (values: NewSiteValues) => Promise<unknown>;
};

/** Form for a new site: account, subdomain and template. */
export function NewSiteForm(props: Props) {
  const { accounts, account = '', onNewAccount, templates, check, asksOwner = false, send } = props;
  const form = useAppForm<NewSiteValues>({
    schema: () =>
      v.object({
        accountId: required(),
        subdomain: required(),
        isFree: v.pipe(
          v.boolean(),
          v.check((free: boolean) => free, ''),
        ),
        template: required(),
        ownerEmail: v.union([v.literal(''), email()]),
      }),
    values: { accountId: account, subdomain: '', isFree: false, template: '', ownerEmail: '' },
    send,
    fieldOf: { taken: 'subdomain', reserved_elsewhere: 'subdomain' },
  });
  return (
    <Form form={form} submit={i18n._('Create site')} guard>
      <AccountField control={form.control} accounts={accounts} onNew={onNewAccount} />
      <SubdomainField control={form.control} check={check} />
      <TemplateField control={form.control} templates={templates} />
      {asksOwner && (
        <EmailField
          control={form.control}
          name="ownerEmail"
          label={i18n._("Owner's email")}
          autoComplete="off"
          optional
          help={i18n._("We'll email them an invitation to manage the site.")}
        />
      )}
    </Form>
  );
}
