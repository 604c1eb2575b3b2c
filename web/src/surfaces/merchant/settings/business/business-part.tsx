import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { businessQuery } from '@/features/site/api/business';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
import { type KeptSupport, saveSupport, supportQuery } from '@/features/site/api/texts';
import { countriesQuery } from '@/features/sites/api/granted';
import type { CountryDefaults } from '@/shared/api/types';
import { Form } from '@/shared/forms/form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { completeSite } from '@/shared/site/boot';
import { dialogs } from '@/shared/ui/dialogs';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { OpenedView } from '../opened-view';
import { useChange } from '../use-change';
import { type BusinessValues, businessSchema, businessValues } from './business-schema';
import { consequencesOf } from './consequences';
import { ContactFields } from './contact-fields';
import { LanguageFields } from './language-fields';
import { inOrder } from './offered';
import { RegionSection } from './region-section';
import { SellerFields } from './seller-fields';

const confirmed = (consequences: string[]): Promise<boolean> =>
  dialogs.confirm({
    kind: 'warning',
    title: i18n._('Save business details?'),
    text: consequences.join(' '),
    yes: i18n._('Save'),
    no: i18n._('Cancel'),
  });

type Props = {
  support: KeptSupport;
  config: WholeConfig;
  countries: CountryDefaults[];
  canChangeCurrency: boolean;
  onSaved: () => void;
};

function BusinessForm({ support, config, countries, canChangeCurrency, onSaved }: Props) {
  const { mutateAsync } = useMutation(saveSupport());
  const change = useChange(config);
  const client = useQueryClient();
  const supportVersion = useRef(support.version);
  const form = useAppForm<BusinessValues>({
    schema: () => businessSchema(support.supportEmail !== ''),
    values: businessValues(config, support),
    send: async ({ supportEmail, supportPhone, chosen, first, ...entered }) => {
      const { companyName, contact, business, about, country, currency, timeZone } = entered;
      const consequences = consequencesOf(config, entered);
      if (consequences.length > 0 && !(await confirmed(consequences))) return;
      const languages = inOrder(chosen, first);
      // First, because it can't be merged with another save: a conflict then leaves the rest unsaved, too.
      const contacts = { supportEmail, supportPhone };
      if (supportEmail || supportPhone) {
        supportVersion.current = (await mutateAsync({ version: supportVersion.current, contacts })).version;
      }
      completeSite(
        await change({ companyName, contact, business, about, country, currency, timeZone, languages }),
      );
      if (consequences.length > 0) void client.invalidateQueries();
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SellerFields form={form} />
      <ContactFields form={form} hasSupport={support.supportEmail !== ''} />
      <RegionSection form={form} saved={config} countries={countries} canChangeCurrency={canChangeCurrency} />
      <LanguageFields form={form} saved={config} />
    </Form>
  );
}

/** Seller, contacts, region and languages. */
export function BusinessPart() {
  const waiting = {
    skeleton: <Skeleton count={3} height={240} />,
    failed: i18n._("Couldn't load business details"),
  };
  return (
    <OpenedView query={supportQuery()} {...waiting}>
      {(support, again) => (
        <OpenedView query={wholeConfigQuery()} {...waiting}>
          {(config) => (
            <OpenedView query={businessQuery()} {...waiting}>
              {({ canChangeCurrency }) => (
                <OpenedView query={countriesQuery()} {...waiting}>
                  {(countries) => (
                    <BusinessForm {...{ support, config, countries, canChangeCurrency }} onSaved={again} />
                  )}
                </OpenedView>
              )}
            </OpenedView>
          )}
        </OpenedView>
      )}
    </OpenedView>
  );
}
