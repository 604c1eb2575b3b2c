import { i18n } from '@lingui/core';
import { askAndDo } from '@/shared/office/ask-and-do';

/** Asks whether a membership is to end, and ends it. */
export function endClub(
  { club, name, refunds = false }: { club: string; name: string; refunds?: boolean },
  act: () => Promise<unknown>,
): Promise<boolean> {
  return askAndDo(
    {
      title: i18n._('End this membership?'),
      text: refunds
        ? i18n._('{name} can no longer use {club}. You choose the refund next. You can’t undo this.', {
            club,
            name,
          })
        : i18n._('{club} of {name} ends now, and nothing is refunded. This cannot be taken back.', {
            club,
            name,
          }),
      word: name,
      yes: i18n._('End now'),
      done: i18n._('The membership has ended.'),
    },
    act,
  );
}
