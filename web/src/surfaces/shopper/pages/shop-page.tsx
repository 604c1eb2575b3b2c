import { Products } from '../components/products';
import { useMode } from '../model/mode';
import { useShop } from './shop-layout';

/** Washes, bundles and merchandise, in the web shop and the app. */
export function ShopPage() {
  const { section, locationId } = useShop();
  const layout = useMode() === 'mobile' ? 'rail' : 'grid';
  if (section.kind === 'giftCards') return null;
  return <Products kind={section.kind} locationId={locationId} layout={layout} level={2} />;
}
