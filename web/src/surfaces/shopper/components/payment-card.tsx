import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { paymentQuery } from '@/features/payments/api/payment';
import { CardOnFile } from '@/features/payments/components/card-on-file';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { useAddCard } from './use-add-card';

export function PaymentCard() {
  const payment = useQuery(paymentQuery());
  const addCard = useAddCard();
  const onFile = payment.data?.onFile ?? false;
  return (
    <SectionCard title={i18n._('Payment info')}>
      {payment.isPending && <Skeleton height={48} />}
      {payment.data && <CardOnFile payment={payment.data} />}
      <Button variant="outlined" onClick={() => addCard({ replace: true })}>
        {onFile ? i18n._('Replace card') : i18n._('Add a card')}
      </Button>
    </SectionCard>
  );
}
