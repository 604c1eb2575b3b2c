import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';

export function NotFoundPage() {
  const title = i18n._('404, Page Not Found.');
  return (
    <Page title={title} hideTitle>
      <StateView icon="alert" title={title}>
        <Button component={Link} to={addressOf('home')} variant="contained">
          {i18n._('Go to console')}
        </Button>
      </StateView>
    </Page>
  );
}
