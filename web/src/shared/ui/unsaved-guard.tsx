import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { atRest } from './layers';
import { hasUnsaved, mayLose } from './unsaved';

const toAnotherPage: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved() && currentLocation.pathname !== nextLocation.pathname;

/** Asks before navigation discards input. Shared by all forms, because the router allows only one blocker. */
export function UnsavedGuard() {
  const blocker = useBlocker(toAnotherPage);
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    let current = true;
    void mayLose().then(async (sure) => {
      // Otherwise, the dialog's history entry would count as part of the navigation.
      await atRest();
      if (!current) return;
      if (sure) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      current = false;
    };
  }, [blocker]);
  return null;
}
