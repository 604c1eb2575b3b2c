import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '@/shared/api/query-keys';
import { clearQueue } from '@/shared/api/queue';
import { keepSessionFresh } from '@/shared/api/refresh';
import { currentCustomer, onSession } from '@/shared/api/session';

/**
 * Refreshes the session, and clears one person's data before the next one logs in. Shows the login page when
 * it ends.
 */
export function SessionWatch() {
  const queries = useQueryClient();
  useEffect(() => keepSessionFresh(), []);
  useEffect(() => {
    let present = currentCustomer();
    return onSession(() => {
      const before = present;
      present = currentCustomer();
      if (before === null || before === present) return;
      clearQueue();
      queries.removeQueries({ queryKey: keys.customers() });
    });
  }, [queries]);
  return null;
}
