import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Page } from '@/shared/ui/page';
import { ClockNotice } from '../components/clock-notice';
import { useIsAtLeast } from '../roles';
import { SiteList } from '../sites/site-list';
import { addressOf } from '../table';

/** Sites of the environment. */
export function SitesPage() {
  const create = useIsAtLeast('operator') && (
    <Button component={Link} to={addressOf('siteAdmin')} variant="contained">
      {i18n._('New site')}
    </Button>
  );
  return (
    <Page aside={create}>
      <ClockNotice />
      <SiteList create={create} />
    </Page>
  );
}
