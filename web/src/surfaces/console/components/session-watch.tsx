import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { currentToken, onToken } from '../session';

/**
 * Clears one person's data before the next one logs in, and shows the login page when a session ends in any
 * tab.
 */
export function SessionWatch() {
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let present = currentToken();
    return onToken(() => {
      const before = present;
      present = currentToken();
      if (before === present) return;
      queries.clear();
      if (before !== null) void revalidate();
    });
  }, [queries, revalidate]);
  return null;
}
