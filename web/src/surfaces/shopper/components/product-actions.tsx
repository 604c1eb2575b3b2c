import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router';
import { cart } from '@/features/checkout/model/cart';
import { useSession } from '@/shared/api/session';
import type { Product } from '@/shared/api/types';
import { useMode } from '@/shared/site/mode';
import { paths } from '@/shared/site/routes';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toasts';
import styles from './product-actions.module.css';

type Props = { product: Product; buy: (products: { productId: number }[]) => void; busy: boolean };

/** Buying and adding are for customers; everybody else is shown the way to become one. */
export function ProductActions({ product, buy, busy }: Props) {
  const { isLoggedIn } = useSession();
  const { pathname } = useLocation();
  const phone = useMode() === 'mobile';
  const { name } = product;
  if (!isLoggedIn) {
    return (
      <Button component={Link} to={`${paths.logIn}?to=${encodeURIComponent(pathname)}`} variant="outlined">
        {i18n._('Log in to buy')}
        <span className="visually-hidden"> {name}</span>
      </Button>
    );
  }
  const add = () => {
    cart.add(product);
    toast(
      i18n._('{name} is in your cart.', { name }),
      phone ? undefined : { label: i18n._('Checkout'), to: paths.checkout },
    );
  };
  return (
    <>
      <button
        type="button"
        className={styles.add}
        onClick={add}
        aria-label={i18n._('Add {name} to cart', { name })}
      >
        <Icon name="plus" />
      </button>
      <Button
        variant="contained"
        disabled={busy}
        onClick={() => buy([{ productId: product.productId }])}
        aria-label={i18n._('Buy Now: {name}', { name })}
      >
        {i18n._('Buy Now')}
      </Button>
    </>
  );
}
