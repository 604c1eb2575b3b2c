import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { appVersionQuery } from '../api/app-version';
import { held, useHeld } from '../lib/held';
import { registerWorker } from './service-worker';

/** Version dismissed by the person, while this page is open. */
const dismissed = held('');

/** Version to update to. Null without one, or after it was dismissed. */
export function newerVersion(wanted: string, unwanted: string): string | null {
  return wanted !== '' && wanted !== __SUDS_VERSION__ && wanted !== unwanted ? wanted : null;
}

export function useUpdate() {
  const { data: wanted } = useQuery(appVersionQuery());
  const version = newerVersion(wanted, useHeld(dismissed));
  useEffect(() => void registerWorker(), []);
  useEffect(() => {
    // Usually loaded before the click.
    if (version) void registerWorker().then((registration) => registration?.update().catch(() => undefined));
  }, [version]);
  return { version, dismiss: () => dismissed.write(wanted) };
}
