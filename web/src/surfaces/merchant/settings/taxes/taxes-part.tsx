import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { type KeptTaxes, setTaxes, taxesQuery } from '@/features/catalog/api/taxes';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { stateLabel } from '@/shared/site/country-words';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { useLocationName } from '../../components/location-names';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { useChange } from '../use-change';
import { classes, parseRate, type TypedTaxes, taxesOf, typedTaxes } from './rates';

type Shown = { pricesIncludeTax: boolean };

const rate = () =>
  v.pipe(
    v.string(),
    v.check((text) => parseRate(text) !== null, i18n._('Enter a rate from 0 to 100.')),
  );

const schema = () =>
  v.object({
    pricesIncludeTax: v.boolean(),
    locations: v.array(
      v.object({
        locationId: v.number(),
        rates: v.object({ wash: rate(), club: rate(), merchandise: rate() }),
      }),
    ),
    shipTo: v.array(
      v.object({
        state: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, i18n._('Enter two letters, such as AZ.'))),
        rate: rate(),
      }),
    ),
  });

const confirmSwitch = (includeTax: boolean): Promise<boolean> =>
  dialogs.confirm({
    kind: 'warning',
    title: includeTax ? i18n._('Include tax in prices?') : i18n._('Remove tax from prices?'),
    text: includeTax
      ? i18n._(
          'Tax at your first location is added to each price and discount. Customers there, and members, pay the same as before. At locations with a different rate, totals change.',
        )
      : i18n._(
          'Tax at your first location is removed from each price and discount. Customers there, and members, pay the same as before. At locations with a different rate, totals change.',
        ),
    yes: includeTax ? i18n._('Include tax') : i18n._('Remove tax'),
    no: i18n._('Cancel'),
  });

type Props = { saved: KeptTaxes; config: WholeConfig; onSaved: () => void };

function TaxesForm({ saved, config, onSaved }: Props) {
  const nameOf = useLocationName();
  const { mutateAsync } = useMutation(setTaxes);
  const change = useChange(config);
  const client = useQueryClient();
  const form = useAppForm<TypedTaxes & Shown>({
    schema,
    values: { ...typedTaxes(saved), pricesIncludeTax: config.pricesIncludeTax },
    send: async ({ pricesIncludeTax, ...typed }) => {
      if (pricesIncludeTax !== config.pricesIncludeTax) {
        if (!(await confirmSwitch(pricesIncludeTax))) return;
        await change({ pricesIncludeTax });
        // Prices, offers and memberships have changed.
        void client.invalidateQueries();
      }
      await mutateAsync({ version: saved.version, taxes: taxesOf(typed) });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control } = form;
  // The form library's list hook would be bundled with every form of the shop.
  const states = useWatch({ control, name: 'shipTo' });
  const setStates = (next: TypedTaxes['shipTo']) => form.setValue('shipTo', next, { shouldDirty: true });
  const labels = {
    wash: i18n._('Washes and bundles'),
    club: i18n._('Wash Club'),
    merchandise: i18n._('Merchandise'),
  };
  const percent = { inputMode: 'decimal', autoComplete: 'off', maxLength: 9, optional: true } as const;
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Price display')}>
        <SwitchField control={control} name="pricesIncludeTax" label={i18n._('Prices include tax')} />
        <p className={styles.note}>
          {i18n._(
            'Enter prices and discounts with tax. Totals and receipts show the tax portion, as UK and EU law requires.',
          )}
        </p>
      </SectionCard>
      {saved.locations.map(({ locationId }, index) => (
        <SectionCard key={locationId} title={nameOf(locationId)}>
          <div className={styles.pair}>
            {classes.map((one) => (
              <FormField
                key={one}
                {...percent}
                control={control}
                name={`locations.${index}.rates.${one}`}
                label={i18n._('{what} (%)', { what: labels[one] })}
              />
            ))}
          </div>
        </SectionCard>
      ))}
      <SectionCard title={i18n._('Shipping destinations')}>
        <p className={styles.note}>
          {i18n._(
            "Orders shipped to these states use the state's rate; all others use the rate of the purchase location.",
          )}
        </p>
        {states.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name until one is entered
          <div key={index} className={styles.pair}>
            <FormField
              control={control}
              name={`shipTo.${index}.state`}
              label={stateLabel()}
              autoComplete="off"
              maxLength={2}
              sanitize={(text) => text.toUpperCase()}
            />
            <FormField
              {...percent}
              control={control}
              name={`shipTo.${index}.rate`}
              label={i18n._('Rate (%)')}
            />
            <Button
              onClick={() => setStates(states.filter((_, at) => at !== index))}
              aria-label={i18n._('Remove state {number}', { number: index + 1 })}
            >
              {i18n._('Remove')}
            </Button>
          </div>
        ))}
        <Button variant="outlined" onClick={() => setStates([...states, { state: '', rate: '' }])}>
          {i18n._('Add state')}
        </Button>
      </SectionCard>
      <p className={styles.note}>{i18n._("New rates apply to new quotes. Past sales don't change.")}</p>
    </Form>
  );
}

/** Tax rates by location and shipping destination. */
export function TaxesPart() {
  const waiting = {
    skeleton: <Skeleton count={2} height={200} />,
    failed: i18n._("Couldn't load settings"),
  };
  return (
    <OpenedView query={taxesQuery()} {...waiting}>
      {(saved, again) => (
        <OpenedView query={wholeConfigQuery()} {...waiting}>
          {(config) => <TaxesForm saved={saved} config={config} onSaved={again} />}
        </OpenedView>
      )}
    </OpenedView>
  );
}
