import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import { ResendEmailButton } from '@/features/identity/components/resend-email-button';
import { useSession } from '@/shared/api/session';
import { onTheWay } from '../model/destination';
import { addressOf } from '../table';

/** Offers a new link when a confirmation link no longer works; requires login. */
export function NewConfirmation() {
  const { isLoggedIn } = useSession();
  const account = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  if (!isLoggedIn) {
    return (
      <Button
        component={Link}
        to={onTheWay(addressOf('logIn'), addressOf('confirmEmail'))}
        variant="contained"
        size="large"
      >
        {i18n._('Log in to get a new link')}
      </Button>
    );
  }
  if (!account.data) return null;
  if (account.data.emailConfirmed) {
    return (
      <>
        <p>{i18n._('{email} is already confirmed.', { email: account.data.email })}</p>
        <Button component={Link} to={addressOf('home')} variant="contained" size="large">
          {i18n._('Go to home page')}
        </Button>
      </>
    );
  }
  return (
    <ResendEmailButton
      label={i18n._('Send new link')}
      email={account.data.email}
      variant="contained"
      size="large"
    />
  );
}
