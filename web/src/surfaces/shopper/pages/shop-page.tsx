import { useLocation } from 'react-router';
import { useMode } from '@/shared/site/mode';
import { Products } from '../components/products';
import { ShopFrame } from '../components/shop-frame';
import { sectionAt } from '../components/shop-sections';

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
