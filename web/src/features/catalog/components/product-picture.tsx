import type { Product } from '@/shared/api/types';
import { Picture } from '@/shared/ui/picture';
import { ProductMark } from './product-mark';
import styles from './product-picture.module.css';

/** Product picture: the merchant's image or a built-in icon. Decorative, because the name is next to it. */
export function ProductPicture({ logo }: { logo: Product['logo'] }) {
  if (!logo.image) return <ProductMark logo={logo} />;
  return (
    <Picture
      className={styles.picture}
      src={logo.image}
      sizes="320px"
      width={320}
      height={200}
      urgency="later"
    />
  );
}
