import { i18n } from '@lingui/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cart } from '@/features/checkout/model/cart';
import { openOrder } from '@/features/checkout/model/open-order';
import { accountQuery, confirmedQuery } from '@/features/identity/api/account';
import { showEmailVerification } from '@/features/identity/model/verify-email';
import { keys } from '@/shared/api/query-keys';
import { clearQueue } from '@/shared/api/queue';
import { keepSessionFresh, onSessionEnded } from '@/shared/api/refresh';
import { currentCustomer, onSession, useSession } from '@/shared/api/session';
import { dialogs } from '@/shared/ui/dialogs';
import { usePageHandle } from '@/shared/ui/page-handle';

/** Customer who was reminded in this tab to confirm their email. */
let told = '';

const loadCopies = () => import('@/features/wallet/model/wallet-copy');

/** Deletes one customer's data before the next one logs in, also after a logout in another tab. */
function dropOnLeaving(queries: QueryClient): () => void {
  let present = currentCustomer();
  return onSession(() => {
    const before = present;
    present = currentCustomer();
    if (before === null || before === present) return;
    clearQueue();
    queries.removeQueries({ queryKey: keys.customers() });
    void loadCopies().then(
      ({ forgetCopy }) => forgetCopy(),
      () => undefined,
    );
  });
}

/** Background tasks while logged in. */
export function SessionWatch() {
  const queries = useQueryClient();
  const { isLoggedIn } = useSession();
  const account = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  // Skip the pages of the confirmation link, and a redirect right after login.
  const page = usePageHandle()?.name;
  const following = ['confirmEmail', 'updated', 'logIn', 'signUp'].some((name) => name === page);
  const unconfirmed = isLoggedIn && !following && account.data?.emailConfirmed === false;
  const confirmed = useQuery({ ...confirmedQuery(), enabled: unconfirmed });

  useEffect(() => {
    // Logging out offline must leave no data behind either.
    if (isLoggedIn) void loadCopies().catch(() => undefined);
  }, [isLoggedIn]);
  useEffect(() => keepSessionFresh(), []);
  useEffect(
    () =>
      onSessionEnded(() => {
        // An order with an unknown outcome is kept for its customer, with its cart.
        if (!openOrder.holdsCart()) cart.empty();
        void dialogs.warning({ title: i18n._('Logged Out'), text: i18n._('You have been logged out') });
      }),
    [],
  );
  useEffect(() => dropOnLeaving(queries), [queries]);

  const email = account.data?.email ?? '';
  const waits = unconfirmed && confirmed.data === false;
  useEffect(() => {
    if (!waits || told === email) return;
    told = email;
    void showEmailVerification(email);
  }, [waits, email]);
  return null;
}
