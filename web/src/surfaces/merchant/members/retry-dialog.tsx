import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { retryMembership } from '@/features/clubs/api/members';
import type { Member } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';

type Props = { member: Member; name: string; onDone: () => void; onClose: () => void };

/** Retries a payment whose decline would end the membership, with or without one more attempt. */
export function RetryDialog({ member, name, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(retryMembership);
  const form = useAppForm({
    schema: () => v.object({ oneMoreTry: v.boolean() }),
    values: { oneMoreTry: true },
    send: async ({ oneMoreTry }) => {
      await mutateAsync({ membershipId: member.membershipId, oneMoreTry });
      onDone();
    },
  });
  const oneMoreTry = useWatch({ control: form.control, name: 'oneMoreTry' });
  return (
    <FormDialog
      title={i18n._('Retry payment?')}
      form={form}
      submit={i18n._('Retry payment')}
      onClose={onClose}
      cancel
      intro={
        <p>
          {oneMoreTry
            ? i18n._(
                "Charges {name}'s card on file for the unpaid {club} period. If it's declined, we'll try again in three days. If it's declined again, the membership ends.",
                { name, club: member.name },
              )
            : i18n._(
                "The grace period is over. Charges {name}'s card on file for the unpaid {club} period. If it's declined, the membership ends.",
                { name, club: member.name },
              )}
        </p>
      }
    >
      <SwitchField
        control={form.control}
        name="oneMoreTry"
        label={i18n._('Retry again before ending the membership')}
      />
    </FormDialog>
  );
}
