import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '@/features/identity/api/account';
import { useSession } from '@/shared/api/session';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';

/** Page for logged-in people without a staff role, or without the required one. */
export function NoAccessPage() {
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  const { companyName } = site();
  const title = i18n._('No access');
  const text =
    data?.role === 'customer'
      ? i18n._('This page is for {companyName} staff.', { companyName })
      : i18n._("Your role at {companyName} doesn't include this page.", { companyName });
  const who = data ? i18n._("You're logged in as {email}.", { email: data.email }) : '';
  return (
    <Page title={title} hideTitle>
      <StateView icon="shield" title={title} text={`${text} ${who}`}>
        <Button href="/" variant="contained">
          {i18n._('Go to shop')}
        </Button>
        <Button href="/logOut" variant="outlined">
          {i18n._('Log Out')}
        </Button>
      </StateView>
    </Page>
  );
}
