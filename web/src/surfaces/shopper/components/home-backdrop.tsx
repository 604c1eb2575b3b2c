import { site } from '@/shared/site/boot';
import { useScheme } from '@/shared/theme/scheme';
import { Picture } from '@/shared/ui/picture';
import styles from './home-backdrop.module.css';

/** The merchant's picture behind the app's home. It was drawn for one scheme and is left out of the other. */
export function HomeBackdrop() {
  const { PWAHomeImage, imgParallax, brand } = site();
  const [scheme] = useScheme();
  const drawnFor = brand.scheme === 'dark' ? 'dark' : 'light';
  if (!PWAHomeImage || scheme !== drawnFor) return null;
  return (
    <Picture
      className={styles.backdrop}
      parallax={imgParallax}
      src={PWAHomeImage}
      sizes="max(100vw, 57vh)"
      width={900}
      height={1600}
      urgency="first"
    />
  );
}
