import { useLocation } from 'react-router';
import { Products } from '../components/products';
import { ShopFrame } from '../components/shop-frame';
import { sectionAt } from '../components/shop-sections';
import { useMode } from '../model/mode';

/** Washes, bundles and merchandise, in the web shop and in the app. */
export function ShopPage() {
  const section = sectionAt(useLocation().pathname);
  const layout = useMode() === 'mobile' ? 'rail' : 'grid';
  const { kind } = section;
  if (kind === 'giftCards') return null;
  return (
    <ShopFrame section={section}>
      {(locationId) => <Products kind={kind} locationId={locationId} layout={layout} level={2} />}
    </ShopFrame>
  );
}
