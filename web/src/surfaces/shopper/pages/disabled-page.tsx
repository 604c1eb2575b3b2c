import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';

export function DisabledPage() {
  const text = i18n._('Oops... this feature has been disabled at this time.');
  return (
    <Page title={text} hideTitle>
      <StateView icon="alert" title={text}>
        <Button component={Link} to={addressOf('home')} variant="contained" size="large">
          {i18n._('Go to home page')}
        </Button>
      </StateView>
    </Page>
  );
}
