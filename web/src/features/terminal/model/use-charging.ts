import { i18n } from '@lingui/core';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '@/shared/api/api-error';
import type { PaymentAnswer } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { pause } from '@/shared/lib/pause';
import { type Charge, pay } from '../api/payments';
import { type Bill, charges } from './charge';
import { serverNow } from './clock';
import type { Ending } from './endings';
import { pairing } from './pairing';
import { type Payment, payments } from './payments';
import { isFinal, refusalOf } from './refusal';
import { play } from './sounds';
import type { Stages } from './stage';

/** Milliseconds between two attempts to get the result of a charge. */
const again = 2_000;

/** Milliseconds a price is kept for the customer's next token. */
const remembers = 120_000;

function paymentOf({ paymentId, confirmBy, amount }: PaymentAnswer, { tempId }: Charge): Payment {
  return {
    paymentId,
    terminalId: pairing.read()?.terminalId ?? '',
    code: tempId,
    name: money(amount),
    confirmBy: confirmBy ?? '',
  };
}

/** Payment flow of the kiosk: scan a token, enter a price, charge the card, then confirm or void. */
export function useCharging({ go, isTurn, isShown, refuse }: Stages) {
  const entered = useRef({ price: 0, at: 0 });

  const price = useCallback(
    (token: string) => {
      const scannedAt = new Date(serverNow()).toISOString();
      const fresh = Date.now() - entered.current.at < remembers;
      go({ at: 'pricing', token, scannedAt, price: fresh ? entered.current.price : 0 });
    },
    [go],
  );

  const settle = useCallback(
    async (payment: Payment, ending: Ending) => {
      charges.forget();
      const mine = go({ at: 'ending' });
      const told = await payments.tellNow(payments.decide(payment, ending));
      if (!isTurn(mine)) return;
      if (typeof told === 'object') return refuse(refusalOf(told.refused), payment.code);
      const good = ending === 'confirm';
      if (good) play('good');
      const back = i18n._("We'll refund the card.");
      go({
        at: 'done',
        good,
        title: good ? i18n._({ id: 'sale|Paid', message: 'Paid' }) : i18n._('Payment canceled'),
        text: good ? payment.name : back,
        told: told === 'told',
      });
    },
    [go, isTurn, refuse],
  );

  /** Shows the result of a charge; returns whether it is final. */
  const end = useCallback(
    (answer: PaymentAnswer, charge: Charge): boolean => {
      const payment = paymentOf(answer, charge);
      switch (answer.state) {
        case 'unknown':
          return false;
        case 'approved':
          entered.current.price = 0;
          payments.begin(payment);
          play('good');
          go({ at: 'approved', payment });
          break;
        case 'confirmed':
          go({
            at: 'done',
            good: true,
            title: i18n._({ id: 'sale|Paid', message: 'Paid' }),
            text: payment.name,
            told: true,
          });
          break;
        case 'declined': {
          const text = i18n._('The card was declined. Nothing was charged.');
          refuse({ title: i18n._({ id: 'sale|Declined', message: 'Declined' }), text }, charge.tempId);
          break;
        }
        case 'voided': {
          const text = i18n._("The payment wasn't confirmed in time. We'll refund the card.");
          refuse({ title: i18n._('Payment refunded'), text }, charge.tempId);
        }
      }
      charges.forget();
      return true;
    },
    [go, refuse],
  );

  const follow = useCallback(
    async (charge: Charge) => {
      charges.keep(charge);
      let payment: Payment | null = null;
      let mine = go({ at: 'charging', charge, news: 'asked', payment });
      while (isTurn(mine)) {
        try {
          const answer = await pay(charge);
          payment = paymentOf(answer, charge);
          if (!isTurn(mine)) {
            // No one is waiting for it: void it immediately.
            if (answer.state !== 'declined') void payments.tellNow(payments.decide(payment, 'cancel'));
            return;
          }
          if (end(answer, charge)) return;
          mine = go({ at: 'charging', charge, news: 'unknown', payment });
        } catch (error) {
          if (!isTurn(mine)) return;
          if (isFinal(error)) {
            charges.forget();
            refuse(refusalOf(error), charge.tempId);
            return;
          }
          const silent = error instanceof ApiError && error.status === 0;
          mine = go({ at: 'charging', charge, news: silent ? 'unanswered' : 'unknown', payment });
        }
        await pause(again);
        if (!isShown()) return;
      }
    },
    [go, isTurn, isShown, end, refuse],
  );

  const charge = useCallback(
    (token: string, scannedAt: string, bill: Bill) => {
      entered.current = { price: bill.price, at: Date.now() };
      return follow(charges.of(token, scannedAt, bill));
    },
    [follow],
  );

  /** Stops waiting for the charge. Without an ID, the server voids it because no confirmation arrives. */
  const giveUp = useCallback(
    (payment: Payment | null) => {
      if (payment) return settle(payment, 'cancel');
      charges.forget();
      const text = i18n._("If the card was charged, we'll refund it automatically.");
      go({ at: 'done', good: false, title: i18n._('Payment canceled'), text, told: true });
    },
    [go, settle],
  );

  const forgetPrice = useCallback(() => {
    entered.current.price = 0;
  }, []);

  const resumed = useRef(false);
  useEffect(() => {
    if (resumed.current) return;
    resumed.current = true;
    const open = charges.open();
    if (open) void follow(open);
  }, [follow]);

  return { price, charge, settle, giveUp, forgetPrice };
}
