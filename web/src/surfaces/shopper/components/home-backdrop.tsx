import { site } from '@/shared/site/boot';
import { useScheme } from '@/shared/theme/scheme';
import { Picture } from '@/shared/ui/picture';
import styles from './home-backdrop.module.css';

/** Merchant's background image of the app home. Made for one theme, so it is hidden in the other. */
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
