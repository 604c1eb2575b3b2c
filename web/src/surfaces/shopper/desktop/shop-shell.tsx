import { lazyPart } from '@/shared/ui/lazy-part';
import type { Shell } from '@/shared/ui/shell';
import { DesktopHome } from '../components/desktop-home';
import { ShopFooter } from './shop-footer';
import { ShopHeader } from './shop-header';
import styles from './shop-shell.module.css';

// Decoration loads after the page.
const Bubbles = lazyPart(() => import('../components/bubbles').then((m) => m.Bubbles));

function Bottom() {
  return (
    <>
      <ShopFooter />
      <Bubbles />
    </>
  );
}

/** Web shop. Below 1200 px, the shell collapses its links into a menu. */
export const shopShell: Shell = {
  className: styles.shell ?? '',
  Top: ShopHeader,
  Bottom,
  Home: DesktopHome,
};
