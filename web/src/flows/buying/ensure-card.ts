import { i18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import { accountQuery, confirmedQuery } from '@/features/identity/api/account';
import { showVerifyBeforeCard } from '@/features/identity/model/verify-email';
import { paymentQuery } from '@/features/payments/api/payment';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { dialogs } from '@/shared/ui/dialogs';
import { loadCode } from '@/shared/ui/load-code';
import { toast } from '@/shared/ui/toasts';

/** Resolves to whether the customer has a card on file. `replace` always asks for a new one. */
export async function ensureCard(queries: QueryClient, { replace = false } = {}): Promise<boolean> {
  try {
    if (!replace) {
      const { onFile } = await queries.fetchQuery({ ...paymentQuery(), staleTime: 0 });
      if (onFile) return true;
    }
    const account = await queries.fetchQuery(accountQuery());
    const confirmed = account.emailConfirmed || (await queries.fetchQuery(confirmedQuery()));
    if (!confirmed) {
      await showVerifyBeforeCard(account.email);
      return false;
    }
    // Most customers already have a card.
    const { addCard } = await loadCode(() => import('@/features/payments/model/add-card'));
    const showVerifyEmail = () => showVerifyBeforeCard(account.email);
    const stored = await addCard({ queries, showVerifyEmail });
    if (stored) toast(i18n._('Card saved'));
    return stored;
  } catch (error) {
    const text = error instanceof Error ? error.message : errorText(error);
    await dialogs.error({ title: errorTitle(error), text });
    return false;
  }
}
