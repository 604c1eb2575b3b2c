import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { CountryDefaults, SiteTemplate } from '@/shared/api/types';
import { EmailField } from '@/shared/forms/email-field';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { email, required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import type { NewSiteValues } from '../model/new-site';
import { ownCountry } from '../model/regions';
import { stripped } from '../model/subdomain';
import type { Check } from '../model/use-subdomain';
import { type AccountChoice, AccountField } from './account-field';
import { RegionFields } from './region-fields';
import { SubdomainField } from './subdomain-field';
import { TemplateField } from './template-field';

type Props = {
  accounts: AccountChoice[];
  /** Initially selected account. */
  account?: string | undefined;
  onNewAccount?: (() => Promise<string | null>) | undefined;
  templates: SiteTemplate[];
  countries: CountryDefaults[];
  check: Check;
  /** Whether to ask for an owner. Otherwise, the creator is the owner. */
  asksOwner?: boolean;
  send: (values: NewSiteValues) => Promise<unknown>;
};

/** Proposes the account's company as the name, and a subdomain from the name, until they are edited. */
function useProposals(
  { control, setValue, clearErrors, formState }: UseFormReturn<NewSiteValues>,
  accounts: AccountChoice[],
) {
  const { companyName: named, subdomain: chosen } = formState.dirtyFields;
  const [accountId, companyName] = useWatch({ control, name: ['accountId', 'companyName'] });
  const company = accounts.find(({ id }) => id === accountId)?.companyName;
  useEffect(() => {
    if (!company || named) return;
    setValue('companyName', company);
    clearErrors('companyName');
  }, [company, named, setValue, clearErrors]);
  useEffect(() => {
    if (chosen) return;
    const proposed = stripped(companyName).slice(0, 63);
    setValue('subdomain', proposed);
    if (proposed) clearErrors('subdomain');
  }, [companyName, chosen, setValue, clearErrors]);
}

/** Form for a new site: account and basic facts, most of them with proposed values. */
export function NewSiteForm(props: Props) {
  const {
    accounts,
    account = '',
    onNewAccount,
    templates,
    countries,
    check,
    asksOwner = false,
    send,
  } = props;
  const country = ownCountry(countries);
  const form = useAppForm<NewSiteValues>({
    schema: () =>
      v.object({
        accountId: required(),
        companyName: required(),
        subdomain: required(),
        // The server decides about a name whose check hasn't answered yet.
        isRefused: v.pipe(
          v.boolean(),
          v.check((refused: boolean) => !refused, ''),
        ),
        country: required(),
        timeZone: required(),
        currency: required(),
        template: v.picklist(templates.map(({ name }) => name)),
        ownerEmail: v.union([v.literal(''), email()]),
      }),
    values: {
      accountId: account,
      companyName: '',
      subdomain: '',
      isRefused: false,
      country: country?.code ?? '',
      timeZone: country?.timeZone ?? '',
      currency: country?.currency ?? '',
      template: 'blank',
      ownerEmail: '',
    },
    send,
    fieldOf: { taken: 'subdomain', reserved_elsewhere: 'subdomain' },
  });
  useProposals(form, accounts);
  return (
    <Form form={form} submit={i18n._('Create site')} guard>
      <AccountField control={form.control} accounts={accounts} onNew={onNewAccount} />
      <FormField
        control={form.control}
        name="companyName"
        label={i18n._('Company name')}
        autoComplete="off"
        maxLength={120}
        help={i18n._('Customers see this name.')}
      />
      <SubdomainField control={form.control} check={check} />
      <RegionFields form={form} countries={countries} />
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
