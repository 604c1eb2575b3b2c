import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { blockGiftCard, resendGiftCard, unblockGiftCard } from '@/features/gift-cards/api/admin-gift-cards';
import type { GiftCardDetail } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { askAndDo } from '@/shared/office/ask-and-do';
import { StateChip } from '@/shared/office/state-chip';
import { throughDialog } from '@/shared/office/through-dialog';
import { Facts } from '@/shared/ui/facts';
import { Page } from '@/shared/ui/page';
import { SectionCard } from '@/shared/ui/section-card';
import { useLocationName } from '../components/location-names';
import { RecordList } from '../components/record-list';
import { useMay } from '../roles';
import { addressOf } from '../table';
import { blockCard } from './block-card';
import styles from './gift-card-view.module.css';
import { cardStateOf, holderOf, holdStateOf, movementOf } from './gift-card-words';

function GiftCardActions({ card }: { card: GiftCardDetail }) {
  const may = useMay();
  const { cardId, balance, state } = card;
  const blocking = useMutation(blockGiftCard(cardId));
  const unblocking = useMutation(unblockGiftCard(cardId));
  const resending = useMutation(resendGiftCard(cardId));
  const adjust = () =>
    throughDialog(i18n._('Saved'), async () => {
      const { AdjustDialog } = await import('./adjust-dialog');
      return (ways) => <AdjustDialog cardId={cardId} balance={balance} {...ways} />;
    });
  const block = () => blockCard((reason) => blocking.mutateAsync(reason));
  const unblock = () =>
    askAndDo(
      {
        title: i18n._('Unblock card?'),
        text: i18n._('The card can be used again.'),
        yes: i18n._('Unblock'),
        done: i18n._('Card unblocked'),
      },
      () => unblocking.mutateAsync(undefined),
    );
  const resend = () =>
    askAndDo(
      {
        title: i18n._('Resend card number?'),
        text: i18n._("We'll send it to {email}.", { email: card.sentTo ?? card.buyerEmail ?? '–' }),
        yes: i18n._('Resend'),
        done: i18n._('Email sent'),
      },
      () => resending.mutateAsync(undefined),
    );
  if (state === 'void') return null;
  return (
    <div className={styles.actions}>
      {may('adjustGiftCard') && (
        <Button variant="outlined" onClick={adjust}>
          {i18n._('Adjust balance…')}
        </Button>
      )}
      {(card.sentTo || card.buyerEmail) && may('resendGiftCard') && (
        <Button variant="outlined" onClick={resend}>
          {i18n._('Resend number')}
        </Button>
      )}
      {may('blockGiftCard') && (
        <Button variant="outlined" color="error" onClick={state === 'blocked' ? unblock : block}>
          {state === 'blocked' ? i18n._('Unblock') : i18n._('Block card…')}
        </Button>
      )}
    </div>
  );
}

/** Gift card details with staff actions. */
export function GiftCardView({ card }: { card: GiftCardDetail }) {
  const nameOf = useLocationName();
  return (
    <Page
      title={i18n._('Gift card …{digits}', { digits: card.lastFour })}
      lead={card.name}
      aside={<StateChip {...cardStateOf(card)} />}
    >
      <div className={styles.card}>
        <GiftCardActions card={card} />
        <SectionCard title={i18n._('Card')}>
          <Facts
            facts={[
              [i18n._('Balance'), money(card.balance)],
              [i18n._('Held by kiosks'), money(card.held)],
              [i18n._('Buyer or recipient'), holderOf(card)],
              [i18n._('Sold'), dateTime(card.createdAt)],
              [i18n._('Card number emailed'), card.mailedAt ? dateTime(card.mailedAt) : '–'],
            ]}
          />
          <p className={styles.links}>
            {card.buyerId && (
              <Link to={addressOf('customer', { userId: card.buyerId })}>{i18n._('Customer')}</Link>
            )}
            {card.transRecordId && (
              <Link to={addressOf('order', { transRecordId: card.transRecordId })}>{i18n._('Order')}</Link>
            )}
          </p>
        </SectionCard>
        <SectionCard title={i18n._('Transactions')}>
          <RecordList
            records={card.movements.map((movement, index) => ({
              id: `${movement.at} ${index}`,
              what: movementOf(movement),
              note: dateTime(movement.at),
              aside: (
                <strong>
                  {movement.amount > 0 ? `+${money(movement.amount)}` : `−${money(-movement.amount)}`}
                </strong>
              ),
            }))}
            none={i18n._('No transactions yet')}
          />
        </SectionCard>
        <SectionCard title={i18n._('Kiosk payments')}>
          <RecordList
            records={card.holds.map((hold, index) => ({
              id: `${hold.createdAt} ${index}`,
              what: `${money(hold.amount)} · ${nameOf(hold.locationId)}`,
              note: dateTime(hold.createdAt),
              aside: <StateChip {...holdStateOf(hold)} />,
            }))}
            none={i18n._('No kiosk payments yet')}
          />
        </SectionCard>
      </div>
    </Page>
  );
}
