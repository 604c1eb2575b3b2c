import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';

/** The back office is another document, to which staff are led once they have logged in. */
function useWayToWork(): boolean {
  const atWork = /^\/(?:mmtpo|siteadmin)/i.test(useLocation().pathname);
  useEffect(() => {
    if (atWork) location.reload();
  }, [atWork]);
  return atWork;
}

export function NotFoundPage() {
  const leaving = useWayToWork();
  if (leaving) return null;
  return (
    <Page title={i18n._('404, Page Not Found.')} hideTitle>
      <StateView
        icon="drop"
        title={i18n._('404, Page Not Found.')}
        text={i18n._('This one went down the drain.')}
      >
        <Button component={Link} to={addressOf('home')} variant="contained" size="large">
          {i18n._('Take me home')}
        </Button>
      </StateView>
    </Page>
  );
}
