import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router';
import { paths } from '@/shared/site/routes';

/** Where a customer would have buttons to buy: the way to become one. */
export function LogInToBuy({ name }: { name: string }) {
  const { pathname } = useLocation();
  return (
    <Button component={Link} to={`${paths.logIn}?to=${encodeURIComponent(pathname)}`} variant="outlined">
      {i18n._('Log in to buy')}
      <span className="visually-hidden"> {name}</span>
    </Button>
  );
}
