import { i18n } from '@lingui/core';
import type { ButtonProps } from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { BusyButton } from '@/shared/ui/busy-button';
import { Spinner } from '@/shared/ui/spinner';
import { resendEmail } from '../model/verify-email';

type Props = Pick<ButtonProps, 'variant' | 'size'> & { label: string; email: string };

/** Resends the confirmation link. */
export function ResendEmailButton({ label, email, variant = 'outlined', size = 'medium' }: Props) {
  const resend = useMutation({ mutationFn: () => resendEmail(email) });
  return (
    <BusyButton variant={variant} size={size} onClick={() => resend.mutate()} busy={resend.isPending}>
      {resend.isPending ? <Spinner label={i18n._('Sending…')} /> : label}
    </BusyButton>
  );
}
