import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { SiteOwner } from '@/shared/api/types';
import { EmailField } from '@/shared/forms/email-field';
import { FormDialog } from '@/shared/forms/form-dialog';
import { email, entered } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { inviteOwner, resendToOwner } from '../api/owners';
import { OwnPasswordField } from '../components/own-password-field';

type Props = {
  site: string;
  /** Invitation to send to another address; a new one if absent. */
  invited?: SiteOwner;
  onDone: () => void;
  onClose: () => void;
};

/** Invites an owner, or sends an open invitation to another address. */
export function OwnerDialog({ site, invited, onDone, onClose }: Props) {
  const { mutateAsync: invite } = useMutation(inviteOwner);
  const { mutateAsync: resend } = useMutation(resendToOwner);
  const form = useAppForm({
    schema: () => v.object({ email: email(), password: entered() }),
    values: { email: '', password: '' },
    send: async (values) => {
      if (invited?.invitationId) await resend({ site, invitationId: invited.invitationId, ...values });
      else await invite({ site, ...values });
      onDone();
    },
    fieldOf: { taken: 'email' },
  });
  return (
    <FormDialog
      title={invited ? i18n._('Change address') : i18n._('Invite owner')}
      form={form}
      submit={i18n._('Send invitation')}
      onClose={onClose}
      intro={
        <p>
          {invited
            ? i18n._('The invitation sent to {email} stops working.', { email: invited.email })
            : i18n._('Owners manage the whole site, including its team and payments.')}
        </p>
      }
      cancel
      guard
    >
      <EmailField control={form.control} name="email" label={i18n._('Email')} autoComplete="off" />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}
