import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useCart } from '@/features/checkout/model/cart';
import { hasProduct } from '@/features/checkout/model/cart-lines';
import { useSession } from '@/shared/api/session';
import type { Product } from '@/shared/api/types';
import { productKinds } from '@/shared/products/kinds';
import { IconButton } from '@/shared/ui/icon-button';
import { addGiftToCart, addToCart } from './add-to-cart';
import { BuyButton } from './buy-button';
import { LogInToBuy } from './log-in-to-buy';
import type { Order } from './order';
import { usePlaces } from './places';

type Props = { product: Product; buy: (order: Order) => Promise<unknown>; busy: boolean };

/** Buy and add buttons for customers; a login prompt for everyone else. */
export function ProductActions({ product, buy, busy }: Props) {
  const { isLoggedIn } = useSession();
  const places = usePlaces();
  if (!isLoggedIn) return <LogInToBuy name={product.name} />;
  if (productKinds[product.productType].membership) return <JoinButton product={product} />;
  const { name, productId } = product;
  const soldOut = product.stock === 0;
  return (
    <>
      <BuyButton
        label={i18n._('Buy Now')}
        name={i18n._('Buy Now: {name}', { name })}
        disabled={busy || soldOut}
        buy={() => buy({ items: [{ productId }], products: [product] })}
      />
      <IconButton
        look="outlined"
        icon="plus"
        label={i18n._('Add {name} to cart', { name })}
        disabled={soldOut}
        onClick={() => addToCart(product, places)}
      />
      {productKinds[product.productType].giftable && (
        <IconButton
          look="outlined"
          icon="gift"
          label={i18n._('Give {name} as a gift', { name })}
          onClick={() => addGiftToCart(product, places)}
        />
      )}
    </>
  );
}

/** Clubs have no 'Buy Now', because their terms are accepted at checkout. */
function JoinButton({ product }: { product: Product }) {
  const added = hasProduct(useCart(), product.productId);
  const places = usePlaces();
  const { name } = product;
  return (
    <Button
      variant="contained"
      disabled={added}
      onClick={() => addToCart(product, places)}
      aria-label={added ? i18n._('{name} added to cart', { name }) : i18n._('Add {name} to cart', { name })}
    >
      {added ? i18n._('In your cart') : i18n._('Add to cart')}
    </Button>
  );
}
