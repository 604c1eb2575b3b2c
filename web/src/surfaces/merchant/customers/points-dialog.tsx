import { i18n } from '@lingui/core';
import Alert from '@mui/material/Alert';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { adjustPoints } from '@/features/loyalty/api/customer-points';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost, required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { ReasonField } from '../components/reason-field';

type Props = {
  userId: string;
  /** Points to deduct; null if not known yet. */
  taken?: number | null;
  /** Whether to revoke unused rewards if the balance is lower than the deduction. */
  revokeRewards?: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Adds or deducts points. */
export function PointsDialog({ userId, taken = null, revokeRewards = false, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(adjustPoints(userId));
  const form = useAppForm({
    schema: () =>
      v.object({
        way: v.picklist(['give', 'take']),
        points: v.pipe(required(), v.regex(/^[1-9]\d{0,6}$/, i18n._('Enter a whole number.'))),
        reason: atMost(200),
      }),
    values: {
      way: taken === null ? 'give' : 'take',
      points: taken === null ? '' : String(taken),
      reason: '',
    },
    send: async ({ way, points, reason }) => {
      await mutateAsync({
        points: way === 'give' ? Number(points) : -Number(points),
        reason,
        ...(revokeRewards && { revokeRewards }),
      });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Adjust points')}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      cancel
      guard
    >
      <SelectField
        control={form.control}
        name="way"
        label={i18n._('Adjustment')}
        autoComplete="off"
        options={[
          { value: 'give', label: i18n._('Add points') },
          { value: 'take', label: i18n._('Deduct points') },
        ]}
      />
      <FormField
        control={form.control}
        name="points"
        label={i18n._('Points')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={7}
      />
      {revokeRewards && (
        <Alert severity="info">
          {i18n._("If the balance doesn't cover these points, unused awards are revoked.")}
        </Alert>
      )}
      <ReasonField control={form.control} />
    </FormDialog>
  );
}
