import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { currentToken, onToken } from '../session';

/** Leaves nothing that one person was shown for the next. Where a session ends, in whichever tab, the way in is shown. */
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
