import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router';
import { usePlaces } from './places';

/** Login prompt in place of the buy buttons. */
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
