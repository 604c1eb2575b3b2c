import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { washClubQuery } from '@/features/clubs/api/wash-club';
import { endsSoon, isMember } from '@/features/clubs/model/status';
import { paymentQuery, removeCard } from '@/features/payments/api/payment';
import { CardOnFile, cardLabel } from '@/features/payments/components/card-on-file';
import { ensureCard } from '@/flows/buying/ensure-card';
import type { Payment } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './card-actions.module.css';

/** Confirms and removes the card, unless it pays for a membership. */
function useRemoveCard() {
  const removal = useMutation(removeCard);
  const { data: club } = useQuery(washClubQuery());
  return (payment: Payment) => {
    if ((payment.onFile || payment.locked) && isMember(club) && !endsSoon(club)) {
      return dialogs.warning({
        title: i18n._('Remove card'),
        text: i18n._('This card pays for your wash club. Replace the card or cancel the club first.'),
      });
    }
    return dialogs.promise({
      title: i18n._('Remove card'),
      text: i18n._("We'll remove your {card} from your account and from the payment processor.", {
        card: cardLabel(payment) || i18n._('card'),
      }),
      icon: 'card',
      label: i18n._('Remove card'),
      close: i18n._('Cancel'),
      action: async () => {
        await removal.mutateAsync();
        return i18n._('Card removed');
      },
    });
  };
}

export function PaymentCard() {
  const payment = useQuery(paymentQuery());
  const queries = useQueryClient();
  const remove = useRemoveCard();
  const { onFile = false, accountLeft = false, locked = false } = payment.data ?? {};
  const again = accountLeft || locked;
  const addLabel = again ? i18n._('Add your card again') : i18n._('Add card');
  return (
    <SectionCard title={i18n._('Payment info')}>
      <QueryView
        query={payment}
        skeleton={<Skeleton height={48} />}
        failed={i18n._("Couldn't load your card")}
      >
        {(known) => <CardOnFile payment={known} />}
      </QueryView>
      <div className={styles.actions}>
        <Button
          variant={again ? 'contained' : 'outlined'}
          onClick={() => ensureCard(queries, { replace: true })}
        >
          {onFile ? i18n._('Replace card') : addLabel}
        </Button>
        {payment.data && (onFile || again) && (
          <Button variant="outlined" color="error" onClick={() => remove(payment.data)}>
            {i18n._('Remove card')}
          </Button>
        )}
      </div>
    </SectionCard>
  );
}
