import type { Shell } from '@/shared/ui/shell';
import { Bubbles } from '../components/bubbles';
import { ShopFooter } from './shop-footer';
import { ShopHeader } from './shop-header';
import styles from './shop-shell.module.css';

function Bottom() {
  return (
    <>
      <ShopFooter />
      <Bubbles />
    </>
  );
}

/** The web shop. Below 1200 px the same shell folds its links into a menu. */
export const shopShell: Shell = { className: styles.shell ?? '', Top: ShopHeader, Bottom };
