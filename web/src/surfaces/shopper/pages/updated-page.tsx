import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';

export function UpdatedPage() {
  return (
    <Page width="narrow" hideTitle>
      <StateView
        icon="check"
        title={i18n._('Success')}
        text={i18n._('Your account has been updated. Please reopen the app to continue.')}
      >
        <Button component={Link} to={addressOf('home')} variant="contained" size="large">
          {i18n._('Continue')}
        </Button>
      </StateView>
    </Page>
  );
}
