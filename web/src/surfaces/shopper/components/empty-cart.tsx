import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { StateView } from '@/shared/ui/state-view';
import { appAddressOf } from '../table';

export function EmptyCart() {
  return (
    <StateView
      icon="cart"
      title={i18n._('Your cart is empty')}
      text={i18n._('Items you add will appear here.')}
    >
      <Button component={Link} to={appAddressOf('washes')} variant="contained" size="large">
        {i18n._('Buy a Wash')}
      </Button>
    </StateView>
  );
}
