import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { type LocationRecord, saveLocation } from '@/features/catalog/api/admin-locations';
import { LocationEntry as limits } from '@/shared/api/limits.gen';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import type { TextField } from '@/shared/forms/rules';
import { type AppForm, useAppForm } from '@/shared/forms/use-app-form';
import { postalCodeLabel, stateLabel } from '@/shared/site/country-words';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { HoursField, SpecialHoursField } from './hours-field';
import styles from './location-editor.module.css';
import { locationOf, locationSchema, type TypedLocation } from './location-schema';
import { PinField } from './pin-field';

type Props = {
  /** Null: it is a new one. */
  before: LocationRecord | null;
  values: TypedLocation;
  /** Path of its list. */
  list: string;
};

const followers = ['clubTax', 'merchandiseTax'] as const;

const linesOf = (hours: { days: string; open: string; close: string }[]) =>
  hours.map(({ days, open, close }) => `${days} ${open}–${close}`).join('; ');

/** Rates that nobody has entered follow that of washes, because most places have one rate. */
function useRatesThatFollow({ control, getValues, setValue }: AppForm<TypedLocation>) {
  const rate = useWatch({ control, name: 'washTax' });
  const [blank] = useState(() => followers.filter((name) => getValues(name) === ''));
  const followed = useRef(rate);
  useEffect(() => {
    for (const name of blank) if (getValues(name) === followed.current) setValue(name, rate);
    followed.current = rate;
  }, [rate, blank, getValues, setValue]);
}

/** The form of a location, and the way back to its list once it is saved. */
export function LocationEditor({ before, values, list }: Props) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(saveLocation);
  const form = useAppForm<TypedLocation>({
    schema: locationSchema,
    values,
    send: async (typed) => {
      await mutateAsync({ before, location: locationOf(typed, before?.location) });
      toast(i18n._('Saved'));
      // The form is clean only after this turn; otherwise, it would ask before leaving.
      setTimeout(() => void navigate(list));
    },
  });
  const { control } = form;
  const text = (name: TextField<typeof limits>) => ({
    control,
    name,
    autoComplete: 'off',
    maxLength: limits[name].maxLength,
  });
  useRatesThatFollow(form);
  const noTax = i18n._('Enter “{none}” if you collect no tax.', { none: i18n._('No tax') });
  const rate = { control, autoComplete: 'off', maxLength: 20 } as const;
  const textHours = before?.location.openingHours ? '' : linesOf(before?.location.hours ?? []);
  return (
    <Form form={form} submit={i18n._('Save')} guard onCancel={() => void navigate(list)}>
      <SectionCard title={i18n._('Address')}>
        <div className={styles.fields}>
          <FormField {...text('name')} label={i18n._('Name')} />
          <FormField {...text('address1')} label={i18n._('Address')} />
          <FormField {...text('address2')} label={i18n._('Address line 2')} optional />
          <div className={styles.pair}>
            <FormField {...text('city')} label={i18n._('City')} />
            <FormField {...text('state')} label={stateLabel()} optional />
            <FormField {...text('zip')} label={postalCodeLabel()} optional />
            <FormField {...text('phone')} type="tel" label={i18n._('Phone')} optional />
          </div>
          <FormField
            {...text('arrivalNote')}
            label={i18n._('Arrival note')}
            help={i18n._('Directions to the entrance, such as “Enter from Oak Street”')}
            optional
          />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Map')}>
        <PinField form={form} />
      </SectionCard>
      <SectionCard title={i18n._('Opening hours')}>
        {textHours && (
          <p>
            {i18n._('Customers see this text: {hours}. Enter the hours by day instead.', {
              hours: textHours,
            })}
          </p>
        )}
        <HoursField form={form} />
      </SectionCard>
      <SectionCard title={i18n._('Holidays and special hours')}>
        <SpecialHoursField form={form} />
      </SectionCard>
      <SectionCard title={i18n._('Tax rates (%)')}>
        <div className={styles.pair}>
          <FormField {...rate} name="washTax" label={i18n._('Washes and bundles')} help={noTax} />
          <FormField {...rate} name="clubTax" label={i18n._('Wash Club')} />
          <FormField {...rate} name="merchandiseTax" label={i18n._('Merchandise')} />
        </div>
      </SectionCard>
    </Form>
  );
}
