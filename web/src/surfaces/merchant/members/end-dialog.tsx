import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { clubMonthQuery } from '@/features/clubs/api/members';
import type { Member } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { FormDialog } from '@/shared/forms/form-dialog';
import { SelectField } from '@/shared/forms/select-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { mayBe } from './member-words';

export type EndChoice = {
  when: 'month' | 'now';
  /** `transRecordId` of the order to refund; null for no refund. */
  refund: string | null;
};

type Props = {
  member: Member;
  mayRefund: boolean;
  onDone: (choice: EndChoice) => void;
  onClose: () => void;
};

/** Selects when a membership ends, and whether its last period is refunded. */
export function EndDialog({ member, mayRefund, onDone, onClose }: Props) {
  const { data: month } = useQuery(clubMonthQuery(member.membershipId));
  const withMonth = mayBe(member).endedWithMonth;
  const order = (mayRefund && month?.transRecordId) || null;
  const form = useAppForm({
    schema: () => v.object({ when: v.picklist(['month', 'now']), refund: v.boolean() }),
    values: { when: withMonth ? 'month' : ('now' as EndChoice['when']), refund: false },
    send: async ({ when, refund }) => onDone({ when, refund: refund ? order : null }),
  });
  const when = useWatch({ control: form.control, name: 'when' });
  const isPaused = member.billingState === 'paused';
  return (
    <FormDialog
      title={i18n._('End membership')}
      form={form}
      submit={i18n._('Continue')}
      onClose={onClose}
      cancel
      intro={
        <p>
          {when === 'now'
            ? i18n._('Ends {club} immediately.', { club: member.name })
            : isPaused
              ? i18n._(
                  'Ends the pause now. {club} stays active for the remaining paid days, and billing stops.',
                  { club: member.name },
                )
              : i18n._('{club} stays active until {date}, and billing stops.', {
                  club: member.name,
                  date: longDate(member.nextBillingDate),
                })}
        </p>
      }
    >
      <SelectField
        control={form.control}
        name="when"
        label={i18n._('End date')}
        autoComplete="off"
        options={[
          ...(withMonth ? [{ value: 'month', label: i18n._('End of the billing period') }] : []),
          { value: 'now', label: i18n._('Now') },
        ]}
      />
      {order && month && (
        <SwitchField
          control={form.control}
          name="refund"
          label={i18n._('Refund the period from {start} to {end}', {
            start: longDate(month.start),
            end: longDate(month.end),
          })}
        />
      )}
    </FormDialog>
  );
}
