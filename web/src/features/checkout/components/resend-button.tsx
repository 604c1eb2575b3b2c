import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { errorText, errorTitle } from '@/shared/api/api-error';
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
    <Button variant="outlined" onClick={() => resend.mutate()} disabled={resend.isPending}>
      {resend.isPending ? <Spinner label={i18n._('Sending…')} /> : i18n._('Resend to Email')}
      <span className="visually-hidden"> {orderNumber}</span>
    </Button>
  );
}
