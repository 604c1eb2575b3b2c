import type { Product } from '@/shared/api/types';
import { Icon } from '@/shared/ui/icon';
import type { IconName } from '@/shared/ui/icon-paths';
import styles from './product-mark.module.css';

const marks: IconName[] = ['drop', 'wind', 'sparkle', 'shield', 'star', 'sun', 'car', 'bolt'];

/** Built-in product icon in the merchant's color. */
export function ProductMark({ logo }: { logo: Product['logo'] }) {
  const colour = `rgb(${logo.red} ${logo.green} ${logo.blue} / ${logo.alpha})`;
  const name = marks[Math.abs(logo.imageIndex) % marks.length] ?? 'drop';
  return (
    <span className={styles.mark} style={{ '--mark': colour } as React.CSSProperties}>
      <Icon name={name} size={28} />
    </span>
  );
}
