import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { Spinner } from '@/shared/ui/spinner';
import { toast } from '@/shared/ui/toasts';
import { resendReceipt } from '../api/purchases';

type Props = { transRecordId: string; orderNumber: string };

export function ResendButton({ transRecordId, orderNumber }: Props) {
  const resend = useMutation({
    mutationFn: () => resendReceipt(transRecordId),
    onSuccess: () => toast(i18n._('Email resent.')),
    onError: (error) => dialogs.error({ title: errorTitle(error), text: errorText(error) }),
  });
  return (
    <BusyButton variant="outlined" onClick={() => resend.mutate()} busy={resend.isPending}>
      {resend.isPending ? <Spinner label={i18n._('Sending…')} /> : i18n._('Resend to Email')}
      <span className="visually-hidden"> {orderNumber}</span>
    </BusyButton>
  );
}
