import { i18n } from '@lingui/core';
import { throughDialog } from '@/shared/office/through-dialog';

/** Asks for a reason and blocks a card. */
export function blockCard(act: (reason: string) => Promise<unknown>): Promise<boolean> {
  return throughDialog(i18n._('Card blocked'), async () => {
    const { ReasonDialog } = await import('../components/reason-dialog');
    return (ways) => (
      <ReasonDialog
        title={i18n._('Block card?')}
        submit={i18n._('Block')}
        intro={<p>{i18n._("The card can't be used or reloaded until you unblock it.")}</p>}
        act={act}
        {...ways}
      />
    );
  });
}
