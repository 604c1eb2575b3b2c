import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResolvedCode } from '@/shared/api/types';
import type { Charge } from '../api/payments';
import type { Attempt } from './attempt';
import { type Payment, payments } from './payments';
import { type Redemption, redemptions } from './redemptions';
import type { Refusal } from './refusal';
import { play } from './sounds';

/** State of a charge: sent, no connection, or outcome unknown. */
export type News = 'asked' | 'unanswered' | 'unknown';

/** Current screen of the kiosk. */
export type Stage =
  | { at: 'waiting' }
  | { at: 'checking'; code: string }
  | { at: 'offering'; attempt: Attempt }
  | { at: 'reserving'; item: ResolvedCode; unanswered: boolean }
  | { at: 'washing'; redemption: Redemption }
  /** `price`: amount entered for the previous, unusable token; 0 for none. */
  | { at: 'pricing'; token: string; scannedAt: string; price: number }
  | { at: 'charging'; charge: Charge; news: News; payment: Payment | null }
  | { at: 'approved'; payment: Payment }
  | { at: 'ending' }
  | { at: 'done'; good: boolean; title: string; text: string; told: boolean }
  | { at: 'refused'; refusal: Refusal; code: string; mayRepeat: boolean };

function afterReload(): Stage {
  const payment = payments.underWay();
  if (payment) return { at: 'approved', payment };
  const redemption = redemptions.underWay();
  return redemption ? { at: 'washing', redemption } : { at: 'waiting' };
}

export type Stages = ReturnType<typeof useStage>;

/** Current screen. Requests belong to a turn, so responses that arrive after it are ignored. */
export function useStage() {
  const [stage, show] = useState(afterReload);
  const turn = useRef(0);
  const now = useRef(stage);

  /** Shows a screen and returns its turn. */
  const go = useCallback((next: Stage) => {
    turn.current += 1;
    now.current = next;
    show(next);
    return turn.current;
  }, []);
  const isTurn = useCallback((mine: number) => turn.current === mine, []);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  /** Whether the screen is still visible; a page that was left stops polling. */
  const isShown = useCallback(() => shown.current, []);
  const at = useCallback(() => now.current.at, []);
  const refuse = useCallback(
    (refusal: Refusal, code: string, mayRepeat = false) => {
      play('bad');
      go({ at: 'refused', refusal, code, mayRepeat });
    },
    [go],
  );
  return { stage, go, isTurn, isShown, at, refuse };
}
