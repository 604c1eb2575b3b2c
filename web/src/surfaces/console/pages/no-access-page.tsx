import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { meQuery } from '../api/own';
import { roleName } from '../staff/role-words';
import { addressOf } from '../table';

/** Page for logged-in people without the required role. */
export function NoAccessPage() {
  const { data: me } = useQuery(meQuery());
  const title = i18n._('No access');
  const who = me
    ? i18n._("You're logged in as {email} with the {role} role.", {
        email: me.email,
        role: roleName(me.role),
      })
    : '';
  return (
    <Page title={title} hideTitle>
      <StateView icon="shield" title={title} text={`${i18n._("Your role can't access this page.")} ${who}`}>
        <Button component={Link} to={addressOf('home')} variant="contained">
          {i18n._('Go to console')}
        </Button>
      </StateView>
    </Page>
  );
}
