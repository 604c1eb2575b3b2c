import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { PurchaseList } from '@/features/checkout/components/purchase-list';
import { appAddressOf } from '../table';

/** Customer's purchases, or a link to buy the first wash. */
export function Purchases() {
  return (
    <PurchaseList>
      <Button component={Link} to={appAddressOf('washes')} variant="contained">
        {i18n._('Buy a Wash')}
      </Button>
    </PurchaseList>
  );
}
