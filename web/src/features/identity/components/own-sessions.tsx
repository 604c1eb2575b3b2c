import { useQuery } from '@tanstack/react-query';
import { endOwnSession, ownSessionsQuery } from '../api/own-sessions';
import { SessionList } from './session-list';

/** Sessions of the customer or teammate who is logged in. */
export function OwnSessions() {
  return <SessionList query={useQuery(ownSessionsQuery())} ending={endOwnSession} />;
}
