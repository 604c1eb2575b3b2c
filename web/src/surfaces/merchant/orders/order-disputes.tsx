import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { settleDispute } from '@/features/checkout/api/admin-orders';
import type { OrderDetail, OrderDispute } from '@/shared/api/types';
import { dateTime, longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { askAndDo } from '@/shared/office/ask-and-do';
import { StateChip } from '@/shared/office/state-chip';
import { site } from '@/shared/site/boot';
import { BusyButton } from '@/shared/ui/busy-button';
import { openDialog } from '@/shared/ui/open-dialog';
import { SectionCard } from '@/shared/ui/section-card';
import { daysLeft } from '../components/days-left';
import { dayIn } from '../components/zoned';
import { useMay } from '../roles';
import { disputeReason, disputeStateOf } from './dispute-words';
import styles from './order-lines.module.css';

type Outcome = 'won' | 'lost' | 'accepted';

function questionOf(outcome: Outcome, amount: string) {
  const questions = {
    won: {
      title: i18n._('Mark dispute as won?'),
      text: i18n._('Adds {amount} back to your books. Voided codes work again.', {
        amount,
      }),
      yes: i18n._('Mark as won'),
    },
    lost: {
      title: i18n._('Mark dispute as lost?'),
      text: i18n._("Records a loss of {amount}. You can't undo this.", { amount }),
      yes: i18n._('Mark as lost'),
    },
    accepted: {
      title: i18n._('Accept dispute?'),
      text: i18n._("Accepting records a loss of {amount}. You can't undo this.", {
        amount,
      }),
      yes: i18n._('Accept dispute'),
    },
  };
  return questions[outcome];
}

function evidence(order: OrderDetail) {
  return openDialog<never>(async () => {
    const { EvidenceDialog } = await import('./evidence-dialog');
    return (settle) => <EvidenceDialog order={order} onClose={() => settle(null)} />;
  });
}

/** Disputes of an order and their outcomes. */
export function OrderDisputes({ order }: { order: OrderDetail }) {
  const may = useMay();
  const { mutateAsync, isPending } = useMutation(settleDispute(order.transRecordId));
  const say = (minor: number) => money(minor, { currency: order.currency });
  const settle = ({ disputeId, amount }: OrderDispute, outcome: Outcome) =>
    askAndDo({ ...questionOf(outcome, say(amount)), done: i18n._('Outcome recorded') }, () =>
      mutateAsync({ disputeId, outcome }),
    );
  const today = dayIn(site().timeZone);
  const notesOf = ({ reason, caseNumber, createdAt }: OrderDispute) =>
    [disputeReason(reason), caseNumber, dateTime(createdAt)].filter(Boolean).join(' · ');
  return (
    <SectionCard
      title={i18n._('Disputes')}
      action={
        may('seeOrderHistory') && (
          <Button size="small" onClick={() => evidence(order)}>
            {i18n._('View evidence')}
          </Button>
        )
      }
    >
      <ul className={styles.lines}>
        {order.disputes.map((dispute) => (
          <li key={dispute.disputeId} className={styles.line}>
            <div className={styles.what}>
              <span className={styles.states}>
                <strong>{i18n._('Charged back')}</strong>
                <StateChip {...disputeStateOf(dispute)} />
              </span>
              <span className={styles.notes}>{notesOf(dispute)}</span>
              {dispute.takeBack && <span className={styles.notes}>{i18n._('Unused codes voided')}</span>}
              {dispute.state === 'open' && (
                <>
                  <span className={styles.notes}>
                    {`${i18n._('Response due {day}', { day: longDate(dispute.respondBy) })} · ${daysLeft(dispute.respondBy, today)}`}
                  </span>
                  {may('settleDispute') && (
                    <span className={styles.states}>
                      {(['won', 'lost', 'accepted'] as const).map((outcome) => (
                        <BusyButton
                          key={outcome}
                          size="small"
                          variant="outlined"
                          busy={isPending}
                          onClick={() => settle(dispute, outcome)}
                        >
                          {questionOf(outcome, '').yes}
                        </BusyButton>
                      ))}
                    </span>
                  )}
                </>
              )}
            </div>
            <span className={styles.amount}>{`−${say(dispute.amount)}`}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
