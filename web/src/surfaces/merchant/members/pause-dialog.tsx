import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { pauseMembership } from '@/features/clubs/api/members';
import type { Member } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { DateField } from '../components/date-field';
import { dayIn } from '../components/zoned';

type Props = { member: Member; onDone: () => void; onClose: () => void };

/** Selects the end of a pause. */
export function PauseDialog({ member, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(pauseMembership);
  const { timeZone } = site();
  const form = useAppForm({
    schema: () => v.object({ until: required() }),
    values: { until: dayIn(timeZone, 30) },
    send: async ({ until }) => {
      await mutateAsync({ membershipId: member.membershipId, until });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Pause {club}', { club: member.name })}
      form={form}
      submit={i18n._('Pause')}
      onClose={onClose}
      cancel
      intro={
        <p>
          {i18n._(
            "Starting today, billing stops and the club can't be used. Remaining paid days are added after the pause.",
          )}
        </p>
      }
    >
      <DateField
        control={form.control}
        name="until"
        label={i18n._('Resumes on')}
        min={dayIn(timeZone, 1)}
        max={dayIn(timeZone, 184)}
      />
    </FormDialog>
  );
}
