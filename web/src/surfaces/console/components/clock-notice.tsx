import { i18n } from '@lingui/core';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useQuery } from '@tanstack/react-query';
import { dateTime } from '@/shared/format/dates';
import { clockQuery } from '../api/clock';

/** Needs attention: background jobs of all sites wait for the clock. Nothing while they run. */
export function ClockNotice() {
  const { data: clock } = useQuery(clockQuery());
  if (!clock || clock.isTrusted) return null;
  return (
    <Alert severity="warning">
      <AlertTitle>{i18n._('Needs attention: the clock may be wrong')}</AlertTitle>
      {clock.newest
        ? i18n._(
            "The server's clock shows {now}, but the newest data is from {newest}. Renewals, emails and deletions are on hold. Fix the clock. If it's already right, run {command}.",
            { now: dateTime(clock.now), newest: dateTime(clock.newest), command: 'suds clock confirm' },
          )
        : i18n._(
            "Renewals, emails and deletions are on hold. Fix the clock. If it's already right, run {command}.",
            {
              command: 'suds clock confirm',
            },
          )}
    </Alert>
  );
}
