import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router';
import { usePlaces } from './places';

/** Where a customer would have buttons to buy: the way to become one. */
export function LogInToBuy({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  const { logIn } = usePlaces();
  return (
    <Button component={Link} to={logIn(pathname + search)} variant="outlined">
      {i18n._('Log in to buy')}
      <span className="visually-hidden"> {name}</span>
    </Button>
  );
}
