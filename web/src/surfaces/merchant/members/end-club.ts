import { i18n } from '@lingui/core';
import { askAndDo } from '@/shared/office/ask-and-do';

/** Confirms and ends a membership. */
export function endClub(
  { club, name, refunds = false }: { club: string; name: string; refunds?: boolean },
  act: () => Promise<unknown>,
): Promise<boolean> {
  return askAndDo(
    {
      title: i18n._('End membership?'),
      text: refunds
        ? i18n._("{name} can't use {club} anymore. You'll choose the refund next. You can't undo this.", {
            club,
            name,
          })
        : i18n._("Ends {name}'s {club} now, without a refund. You can't undo this.", {
            club,
            name,
          }),
      word: name,
      yes: i18n._('End membership'),
      done: i18n._('Membership ended'),
    },
    act,
  );
}
