import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { moveGoods, stillUsableQuery, takeCodesBack } from '@/features/checkout/api/admin-orders';
import { endMembership } from '@/features/clubs/api/members';
import { blockGiftCard } from '@/features/gift-cards/api/admin-gift-cards';
import type { OrderDetail, OrderDispute, OrderLine, StillUsable } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { askAndDo } from '@/shared/office/ask-and-do';
import { StateChip } from '@/shared/office/state-chip';
import { throughDialog } from '@/shared/office/through-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { blockCard } from '../gift-cards/block-card';
import { endClub } from '../members/end-club';
import { type Act, useMay } from '../roles';
import { addressOf } from '../table';
import styles from './order-lines.module.css';
import { shipmentOf } from './order-words';
import { unsent } from './refundable';

type ThingProps = {
  what: ReactNode;
  state?: ReactNode;
  notes?: ReactNode;
  /** Action that voids it, with the required permission. */
  act: { label: string; of: Act; busy?: boolean; press: () => Promise<unknown> } | false;
};

/** Item that is still valid, with its void action. */
function Thing({ what, state, notes, act }: ThingProps) {
  const id = useId();
  const may = useMay();
  return (
    <li className={`${styles.line} ${styles.thing}`}>
      <div className={styles.what}>
        <span className={styles.states}>
          <strong id={id}>{what}</strong>
          {state}
        </span>
        {notes && <span className={styles.notes}>{notes}</span>}
      </div>
      {act && may(act.of) && (
        <Button
          className={styles.act}
          size="small"
          variant="outlined"
          color="error"
          disabled={act.busy ?? false}
          onClick={() => void act.press()}
          aria-describedby={id}
        >
          {act.label}
        </Button>
      )}
    </li>
  );
}

type Holder = { userId?: string | null; customerName?: string | null };

/** Owner, with a link. */
function Who({ userId, customerName }: Holder) {
  if (!userId) return customerName ?? null;
  return (
    <Link to={addressOf('customer', { userId })}>
      {customerName ?? i18n._('Customer {number}', { number: userId })}
    </Link>
  );
}

type CodesProps = { codes: StillUsable['codes']; dispute: OrderDispute; transRecordId: string };

function Codes({ codes, dispute, transRecordId }: CodesProps) {
  const { mutateAsync, isPending } = useMutation(takeCodesBack(transRecordId));
  const count = codes.length;
  const press = () =>
    askAndDo(
      {
        title: i18n._('Void codes?'),
        text:
          dispute.state === 'open'
            ? i18n._(
                'Voids the codes, including gifted ones. No money is refunded. They work again if you win the dispute.',
              )
            : i18n._("Voids the codes, including gifted ones. No money is refunded. You can't undo this."),
        yes: i18n._('Void codes'),
        done: i18n._('Codes voided'),
      },
      () => mutateAsync(dispute.disputeId),
    );
  return (
    <Thing
      what={i18n._('{count, plural, one {# active code} other {# active codes}}', { count })}
      notes={codes.map((code) => (
        <span key={code.codeEnds + code.name} className={styles.note}>
          {`${code.name}, ${i18n._('code ending in {digits}', { digits: code.codeEnds })} · `}
          {code.userId ? <Who {...code} /> : i18n._('unclaimed gift')}
        </span>
      ))}
      act={{ label: i18n._('Void codes…'), of: 'takeCodesBack', busy: isPending, press }}
    />
  );
}

type CardProps = { card: StillUsable['giftCards'][number]; changed: () => Promise<unknown> };

function Card({ card, changed }: CardProps) {
  const { mutateAsync, isPending } = useMutation(blockGiftCard(card.cardId));
  const press = () => blockCard((reason) => mutateAsync(reason)).then((done) => done && changed());
  return (
    <Thing
      what={
        <Link to={addressOf('giftCard', { cardId: String(card.cardId) })}>
          {i18n._('Gift card …{digits}', { digits: card.lastFour })}
        </Link>
      }
      notes={i18n._('{amount} balance', { amount: money(card.balance) })}
      act={{ label: i18n._('Block card…'), of: 'blockGiftCard', busy: isPending, press }}
    />
  );
}

type ClubProps = { club: StillUsable['clubs'][number]; changed: () => Promise<unknown> };

function Club({ club, changed }: ClubProps) {
  const { mutateAsync, isPending } = useMutation(endMembership);
  const { name, membershipId, customerName, paidUntil } = club;
  const press = () =>
    endClub({ club: name, name: customerName ?? i18n._('Deleted account') }, () =>
      mutateAsync(membershipId),
    ).then((done) => done && changed());
  return (
    <Thing
      what={name}
      notes={
        <>
          {`${i18n._('Paid through {date}', { date: longDate(paidUntil) })} · `}
          <Who {...club} />
        </>
      }
      act={{ label: i18n._('End membership…'), of: 'endMembership', busy: isPending, press }}
    />
  );
}

type PointsProps = { points: NonNullable<StillUsable['points']>; changed: () => Promise<unknown> };

function Points({ points, changed }: PointsProps) {
  const { userId, earned, balance, unusedRewards, rewardPoints } = points;
  // Revoking a reward credits its points.
  const taken = Math.min(earned, balance + rewardPoints);
  const press = async () => {
    const done = await throughDialog(i18n._('Saved'), async () => {
      const { PointsDialog } = await import('../customers/points-dialog');
      return (ways) => (
        <PointsDialog userId={userId} taken={taken} revokeRewards={taken > balance} {...ways} />
      );
    });
    if (done) await changed();
  };
  return (
    <Thing
      what={i18n._('{earned, plural, one {# point} other {# points}}', { earned })}
      notes={
        <>
          {i18n._('Current balance: {balance}', { balance: i18n.number(balance) })}
          {unusedRewards > 0 &&
            ` ${i18n._('{count, plural, one {# unused award came from points.} other {# unused awards came from points.}}', { count: unusedRewards })}`}
        </>
      }
      act={{ label: i18n._('Deduct points…'), of: 'adjustPoints', press }}
    />
  );
}

/** Merchandise in stock. To hold unpacked items, leave them; canceling refunds them. */
function Parcel({ line, transRecordId }: { line: OrderLine; transRecordId: string }) {
  const { mutateAsync, isPending } = useMutation(moveGoods(transRecordId));
  const { lineId, name, carrier, tracking } = line;
  const state = shipmentOf(line);
  const press = () =>
    askAndDo(
      {
        title: i18n._('Return {name} to packing?', { name }),
        text: i18n._('The item returns to Ready to pack. No refund is issued.'),
        yes: i18n._('Return to packing'),
        done: i18n._('Returned to packing'),
      },
      () => mutateAsync({ lineId, state: 'queued', carrier: carrier ?? '', tracking: tracking ?? '' }),
    );
  return (
    <Thing
      what={name}
      state={state && <StateChip {...state} />}
      notes={i18n._('Not shipped. It stays on this order until you ship it.')}
      act={
        line.fulfillmentState === 'packed' && {
          label: i18n._('Return to packing…'),
          of: 'moveGoods',
          busy: isPending,
          press,
        }
      }
    />
  );
}

type ThingsProps = {
  order: OrderDetail;
  dispute: OrderDispute;
  usable: StillUsable;
  changed: () => Promise<unknown>;
};

function Things({ order, dispute, usable, changed }: ThingsProps) {
  const { transRecordId } = order;
  const { codes, giftCards, clubs, points } = usable;
  const parcels = unsent(order);
  if (codes.length + giftCards.length + clubs.length + parcels.length === 0 && !points)
    return <p className={styles.notes}>{i18n._('Everything from this order has been used or voided.')}</p>;
  return (
    <>
      <p className={styles.notes}>
        {i18n._("These items are still valid. Voiding them doesn't refund the customer.")}
      </p>
      <ul className={styles.lines}>
        {codes.length > 0 && <Codes codes={codes} dispute={dispute} transRecordId={transRecordId} />}
        {giftCards.map((card) => (
          <Card key={card.cardId} card={card} changed={changed} />
        ))}
        {clubs.map((club) => (
          <Club key={club.membershipId} club={club} changed={changed} />
        ))}
        {parcels.map((line) => (
          <Parcel key={line.lineId} line={line} transRecordId={transRecordId} />
        ))}
        {points && <Points points={points} changed={changed} />}
      </ul>
    </>
  );
}

type Props = { order: OrderDetail; dispute: OrderDispute };

/** Valid items of a disputed order, with void actions. */
export function OrderStillUsable({ order, dispute }: Props) {
  const query = useQuery(stillUsableQuery(order.transRecordId));
  return (
    <SectionCard title={i18n._('Issued items')}>
      <QueryView
        query={query}
        skeleton={<Skeleton count={2} height={56} />}
        failed={i18n._("Couldn't load issued items")}
      >
        {(usable) => (
          <Things order={order} dispute={dispute} usable={usable} changed={() => query.refetch()} />
        )}
      </QueryView>
    </SectionCard>
  );
}
