import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import { useSession } from '@/shared/api/session';
import { addressOf } from '../table';

/** Link to the account, or to login. */
export function AccountLink() {
  const { isLoggedIn } = useSession();
  const account = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  if (!isLoggedIn) {
    return (
      <Button component={Link} to={addressOf('logIn')} variant="contained">
        {i18n._('Log In')}
      </Button>
    );
  }
  const name = account.data ? `${account.data.firstName} ${account.data.lastName}` : i18n._('My Account');
  return (
    <Button component={Link} to={addressOf('userManagement')} variant="outlined">
      {name}
    </Button>
  );
}
