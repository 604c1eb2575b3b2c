import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { locationsQuery } from '@/features/catalog/api/locations';
import { recipientsQuery, writeToSegment } from '@/features/notifications/api/messages';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMost, atMostText } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { type AppForm, useAppForm } from '@/shared/forms/use-app-form';
import { toast } from '@/shared/ui/toasts';
import { type Segment, segmentChoices } from './message-words';

type Entered = { segment: string; locationId: string; title: string; body: string; typed: string };

/** Sends a notification to a segment. Its size is shown and must be typed to confirm. */
export function BroadcastForm() {
  const { mutateAsync } = useMutation(writeToSegment);
  const { data: locations = [] } = useQuery(locationsQuery());
  const form: AppForm<Entered> = useAppForm<Entered>({
    schema: () =>
      v.pipe(
        v.object({
          segment: v.string(),
          locationId: v.string(),
          title: atMostText(80),
          body: atMost(500),
          typed: v.string(),
        }),
        v.forward(
          v.check(
            ({ segment, locationId }) => segment !== 'location' || locationId !== '',
            i18n._('Input is required.'),
          ),
          ['locationId'],
        ),
      ),
    values: { segment: 'all', locationId: '', title: '', body: '', typed: '' },
    send: async ({ segment, locationId, title, body, typed }) => {
      // The number of recipients depends on the segment and isn't part of the form.
      if (typed.trim() !== String(count)) {
        form.setError('typed', { type: 'server', message: i18n._("The number doesn't match.") });
        return;
      }
      const sent = await mutateAsync({
        segment: segment as Segment,
        ...(segment === 'location' && { locationId: Number(locationId) }),
        title,
        body,
        recipients: count ?? 0,
      });
      form.reset();
      toast(
        i18n._('{count, plural, one {Sending to # customer} other {Sending to # customers}}', {
          count: sent,
        }),
      );
    },
  });
  const { control } = form;
  const segment = useWatch({ control, name: 'segment' }) as Segment;
  const location = Number(useWatch({ control, name: 'locationId' }));
  const isAsked = segment !== 'location' || location > 0;
  const query = recipientsQuery(segment, segment === 'location' ? location : 0);
  const { data: count } = useQuery({ ...query, enabled: isAsked });
  return (
    <Form form={form} label={i18n._('Customer segment')} submit={i18n._('Send to all')} guard>
      <SelectField
        control={control}
        name="segment"
        label={i18n._('Audience')}
        autoComplete="off"
        options={segmentChoices()}
      />
      {segment === 'location' && (
        <SelectField
          control={control}
          name="locationId"
          label={i18n._('Location')}
          autoComplete="off"
          options={[
            { value: '', label: i18n._('Select…') },
            ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <FormField
        control={control}
        name="title"
        label={i18n._('Title')}
        autoComplete="off"
        maxLength={80}
        optional
      />
      <FormField
        control={control}
        name="body"
        label={i18n._('Message')}
        autoComplete="off"
        maxLength={500}
        lines={3}
      />
      <p role="status">
        {count !== undefined &&
          isAsked &&
          i18n._(
            '{count, plural, one {# opted-in customer will receive this.} other {# opted-in customers will receive this.}}',
            { count },
          )}
      </p>
      <FormField
        control={control}
        name="typed"
        label={i18n._('Enter the number of recipients to confirm')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={9}
      />
    </Form>
  );
}
