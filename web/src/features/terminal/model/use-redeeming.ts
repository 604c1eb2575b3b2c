import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResolvedCode } from '@/shared/api/types';
import { isCode } from '@/shared/format/codes';
import { pause } from '@/shared/lib/pause';
import { type Ending, reserve, resolve } from '../api/redemptions';
import { type Attempt, attempt } from './attempt';
import { serverNow } from './clock';
import { pairing } from './pairing';
import { decide, type Redemption, startWashing, tellNow, washing } from './redemptions';
import { isFinal, mistyped, type Refusal, refusalOf } from './refusal';
import { play } from './sounds';

/** What the kiosk shows. */
export type Stage =
  | { at: 'waiting' }
  | { at: 'checking'; code: string }
  | { at: 'offering'; attempt: Attempt }
  | { at: 'reserving'; item: ResolvedCode; unanswered: boolean }
  | { at: 'washing'; redemption: Redemption }
  | { at: 'ending' }
  | { at: 'done'; name: string; ending: Ending; told: boolean }
  | { at: 'refused'; refusal: Refusal; code: string; mayRepeat: boolean };

/** Milliseconds after which a screen that nobody needs any more gives way to the next customer. */
const stays: Partial<Record<Stage['at'], number>> = { offering: 60_000, done: 6_000, refused: 10_000 };

/** Before the code is no longer held for this wash, in milliseconds. */
const inTime = 5_000;

/** Between two tries to reserve, in milliseconds. */
const again = 2_000;

function afterReload(): Stage {
  const redemption = washing();
  return redemption ? { at: 'washing', redemption } : { at: 'waiting' };
}

/**
 * The way of a code through the kiosk: read, looked up, reserved, washed, confirmed. Who presses nothing more once the wash has
 * begun is taken to be washed; who presses nothing before has gone.
 */
export function useRedeeming() {
  const [stage, show] = useState(afterReload);
  // What an answer belongs to: one that comes after somebody went on is nobody's.
  const turn = useRef(0);
  const go = useCallback((next: Stage) => {
    turn.current += 1;
    show(next);
    return turn.current;
  }, []);

  const refuse = useCallback(
    (refusal: Refusal, code: string, mayRepeat = false) => {
      play('bad');
      go({ at: 'refused', refusal, code, mayRepeat });
    },
    [go],
  );

  const finish = useCallback(
    async (redemption: Redemption, ending: Ending) => {
      const mine = go({ at: 'ending' });
      const told = await tellNow(decide(redemption, ending));
      if (turn.current !== mine) return;
      if (typeof told === 'object') return refuse(refusalOf(told.refused), redemption.code);
      if (ending === 'confirm') play('good');
      go({ at: 'done', name: redemption.name, ending, told: told === 'told' });
    },
    [go, refuse],
  );

  const start = useCallback(
    async (made: Attempt) => {
      const { body, item } = made;
      let mine = go({ at: 'reserving', item, unanswered: false });
      attempt.keep(made);
      while (turn.current === mine) {
        try {
          const { redemptionId, reservedUntil } = await reserve(body);
          attempt.forget();
          const terminalId = pairing.read()?.terminalId ?? '';
          const redemption = {
            redemptionId,
            reservedUntil,
            terminalId,
            code: body.code,
            name: item.name,
            ...(item.discount && { discount: item.discount }),
          };
          if (turn.current !== mine) {
            // Nobody waits for it any more: it goes back at once.
            void tellNow(decide(redemption, 'cancel'));
            return;
          }
          startWashing(redemption);
          play('good');
          go({ at: 'washing', redemption });
          return;
        } catch (error) {
          if (isFinal(error)) {
            attempt.forget();
            if (turn.current === mine) refuse(refusalOf(error), body.code);
            return;
          }
          if (turn.current !== mine) return;
          mine = go({ at: 'reserving', item, unanswered: true });
          await pause(again);
        }
      }
    },
    [go, refuse],
  );

  const take = useCallback(
    async (code: string) => {
      const before = washing();
      if (before?.code === code) return;
      if (!isCode(code)) return before ? play('bad') : refuse(mistyped(), code);
      // The next car is here: the one before was washed.
      if (before) void tellNow(decide(before, 'confirm'));
      play('read');
      const unanswered = attempt.open(code);
      if (unanswered) return void go({ at: 'offering', attempt: unanswered });
      const mine = go({ at: 'checking', code });
      try {
        const item = await resolve(code);
        if (turn.current !== mine) return;
        const made = attempt.of(code, item);
        if (item.autoSelect) void start(made);
        else go({ at: 'offering', attempt: made });
      } catch (error) {
        if (turn.current === mine) refuse(refusalOf(error), code, !isFinal(error));
      }
    },
    [go, refuse, start],
  );

  const leave = useCallback(() => void go({ at: 'waiting' }), [go]);

  useEffect(() => {
    const wait =
      stage.at === 'washing'
        ? Math.max(0, Date.parse(stage.redemption.reservedUntil) - serverNow() - inTime)
        : stays[stage.at];
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      if (stage.at === 'washing') void finish(stage.redemption, 'confirm');
      else leave();
    }, wait);
    return () => clearTimeout(timer);
  }, [stage, finish, leave]);

  return { stage, take, start, finish, leave };
}
