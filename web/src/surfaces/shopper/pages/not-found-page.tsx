import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link, useLocation, useRouteError } from 'react-router';
import { TurnedAway } from '@/shared/surface/turned-away';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';

/** The back office is a separate document; staff are sent there after login. */
function useWayToWork(): boolean {
  const atWork = /^\/(?:mmtpo|siteadmin)/i.test(useLocation().pathname);
  useEffect(() => {
    if (atWork) location.reload();
  }, [atWork]);
  return atWork;
}

/** Page for unknown URLs and for customer pages opened by a staff viewer. */
export function NotFoundPage() {
  const error = useRouteError();
  const leaving = useWayToWork();
  if (leaving) return null;
  const isOthers = error instanceof TurnedAway && error.why === 'no access';
  const title = isOthers ? i18n._('Only customers can see this page.') : i18n._('404, Page Not Found.');
  const text = isOthers
    ? i18n._("You're viewing this site as staff. You can't make changes.")
    : i18n._('This page went down the drain.');
  return (
    <Page title={title} hideTitle>
      <StateView icon="drop" title={title} text={text}>
        <Button component={Link} to={addressOf('home')} variant="contained" size="large">
          {i18n._('Go to home page')}
        </Button>
      </StateView>
    </Page>
  );
}
