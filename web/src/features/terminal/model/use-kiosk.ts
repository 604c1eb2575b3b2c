import { useCallback, useEffect } from 'react';
import { codeIn, isCode } from '@/shared/format/codes';
import { resolve } from '../api/redemptions';
import { attempt } from './attempt';
import { serverNow } from './clock';
import { payments } from './payments';
import { redemptions } from './redemptions';
import { isFinal, mistyped, refusalOf } from './refusal';
import { play } from './sounds';
import { type Stage, useStage } from './stage';
import { useCharging } from './use-charging';
import { useRedeeming } from './use-redeeming';

/** Milliseconds after which a finished screen makes way for the next customer. */
const stays: Partial<Record<Stage['at'], number>> = {
  offering: 60_000,
  pricing: 60_000,
  done: 6_000,
  refused: 10_000,
};

/** Milliseconds before the end of a hold. */
const inTime = 5_000;

/** Milliseconds until `time` by the server's clock, with a margin to report the outcome. */
const before = (time: string) => Math.max(0, Date.parse(time) - serverNow() - inTime);

/** Code of the current redemption or payment; null for none. */
function codeUnderWay(): string | null {
  return (redemptions.underWay() ?? payments.underWay())?.code ?? null;
}

/** The next customer has arrived, so the previous delivery counts as completed. */
function confirmBefore() {
  const redemption = redemptions.underWay();
  if (redemption) void redemptions.tellNow(redemptions.decide(redemption, 'confirm'));
  const payment = payments.underWay();
  if (payment) void payments.tellNow(payments.decide(payment, 'confirm'));
}

/**
 * Handles scanned codes. After a wash has started or a payment is approved, no input counts as delivered;
 * before that, it counts as abandoned.
 */
export function useKiosk() {
  const stages = useStage();
  const { stage, go, isTurn, at, refuse } = stages;
  const { offer, start, finish } = useRedeeming(stages);
  const { price, charge, settle, giveUp, forgetPrice } = useCharging(stages);

  const take = useCallback(
    async (text: string) => {
      const code = codeIn(text);
      const underWay = codeUnderWay();
      if (underWay === code) return;
      // Don't abandon one customer's charge for the next customer's code.
      if (at() === 'charging') return play('bad');
      if (!isCode(code)) return underWay ? play('bad') : refuse(mistyped(), code);
      confirmBefore();
      play('read');
      const unanswered = attempt.open(code);
      if (unanswered) return void go({ at: 'offering', attempt: unanswered });
      const mine = go({ at: 'checking', code });
      try {
        const item = await resolve(code);
        if (!isTurn(mine)) return;
        if (item.class === 'airpay') price(code);
        else offer(code, item);
      } catch (error) {
        if (isTurn(mine)) refuse(refusalOf(error), code, !isFinal(error));
      }
    },
    [go, isTurn, at, refuse, offer, price],
  );

  const leave = useCallback(() => {
    if (at() === 'pricing') forgetPrice();
    go({ at: 'waiting' });
  }, [go, at, forgetPrice]);

  useEffect(() => {
    const time =
      stage.at === 'washing'
        ? before(stage.redemption.reservedUntil)
        : stage.at === 'approved'
          ? before(stage.payment.confirmBy)
          : stays[stage.at];
    if (time === undefined) return;
    const timer = setTimeout(() => {
      if (stage.at === 'washing') void finish(stage.redemption, 'confirm');
      else if (stage.at === 'approved') void settle(stage.payment, 'confirm');
      else leave();
    }, time);
    return () => clearTimeout(timer);
  }, [stage, finish, settle, leave]);

  return { stage, take, start, finish, charge, settle, giveUp, leave };
}
