import { i18n } from '@lingui/core';
import { useCallback } from 'react';
import type { ResolvedCode } from '@/shared/api/types';
import { pause } from '@/shared/lib/pause';
import { reserve } from '../api/redemptions';
import { type Attempt, attempt } from './attempt';
import type { Ending } from './endings';
import { pairing } from './pairing';
import { type Redemption, redemptions } from './redemptions';
import { isFinal, refusalOf } from './refusal';
import { play } from './sounds';
import type { Stages } from './stage';

/** Milliseconds between two attempts to reserve. */
const again = 2_000;

/** Redemption flow of the kiosk: offer, reserve, wash, confirm. */
export function useRedeeming({ go, isTurn, isShown, refuse }: Stages) {
  const finish = useCallback(
    async (redemption: Redemption, ending: Ending) => {
      const mine = go({ at: 'ending' });
      const told = await redemptions.tellNow(redemptions.decide(redemption, ending));
      if (!isTurn(mine)) return;
      if (typeof told === 'object') return refuse(refusalOf(told.refused), redemption.code);
      const good = ending === 'confirm';
      if (good) play('good');
      const title = good ? i18n._('Done') : i18n._('Code not used');
      go({ at: 'done', good, title, text: redemption.name, told: told === 'told' });
    },
    [go, isTurn, refuse],
  );

  const start = useCallback(
    async (made: Attempt) => {
      const { body, item } = made;
      let mine = go({ at: 'reserving', item, unanswered: false });
      attempt.keep(made);
      while (isTurn(mine)) {
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
            ...(item.discount && { discount: item.discount + item.discountTaxes }),
          };
          if (!isTurn(mine)) {
            // No one is waiting for it: release it immediately.
            void redemptions.tellNow(redemptions.decide(redemption, 'cancel'));
            return;
          }
          redemptions.begin(redemption);
          play('good');
          go({ at: 'washing', redemption });
          return;
        } catch (error) {
          if (isFinal(error)) {
            attempt.forget();
            if (isTurn(mine)) refuse(refusalOf(error), body.code);
            return;
          }
          if (!isTurn(mine)) return;
          mine = go({ at: 'reserving', item, unanswered: true });
          await pause(again);
          if (!isShown()) return;
        }
      }
    },
    [go, isTurn, isShown, refuse],
  );

  /** Asks whether to start it, unless the merchant starts it automatically. */
  const offer = useCallback(
    (code: string, item: ResolvedCode) => {
      const made = attempt.of(code, item);
      if (item.autoSelect) void start(made);
      else go({ at: 'offering', attempt: made });
    },
    [go, start],
  );

  return { offer, start, finish };
}
