import type { Product } from '@/shared/api/types';
import { Picture } from '@/shared/ui/picture';
import { ProductMark } from './product-mark';
import styles from './product-picture.module.css';

/** The product as the merchant shows it: a picture of its own, else one of the drawings. Its name stands beside it. */
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
