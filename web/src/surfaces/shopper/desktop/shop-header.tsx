import { i18n } from '@lingui/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { useCart } from '@/features/checkout/model/cart';
import { countUnits } from '@/features/checkout/model/cart-lines';
import { useSession } from '@/shared/api/session';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { IconLink } from '@/shared/ui/icon-link';
import { BrandMark } from '../components/brand-mark';
import { SchemeToggle } from '../components/scheme-toggle';
import { useMode } from '../model/mode';
import { menuLinks } from '../model/offer';
import { addressOf } from '../table';
import { AccountLink } from './account-link';
import styles from './shop-header.module.css';

const NarrowMenu = lazy(() => import('./narrow-menu').then((m) => ({ default: m.NarrowMenu })));

const miniAfter = 400;
const solidAfter = 8;

type Place = 'top' | 'scrolled' | 'mini';

function usePlace(): Place {
  const [place, setPlace] = useState<Place>('top');
  useEffect(() => {
    const look = () => setPlace(scrollY > miniAfter ? 'mini' : scrollY > solidAfter ? 'scrolled' : 'top');
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return place;
}

export function ShopHeader() {
  const narrow = useMode() !== 'desktop';
  const count = countUnits(useCart());
  const { isLoggedIn } = useSession();
  const place = usePlace();
  return (
    <header className={styles.header} data-place={place}>
      <div className={styles.bar}>
        <BrandMark />
        {!narrow && (
          <nav className={styles.nav} aria-label={i18n._('Main')}>
            {menuLinks().map((link) => (
              <NavLink
                key={link.to}
                to={link.to}
                end={link.to === '/'}
                className={styles.link ?? ''}
                lang={merchantLanguage()}
              >
                {link.label}
              </NavLink>
            ))}
          </nav>
        )}
        <div className={styles.tools}>
          <SchemeToggle />
          {isLoggedIn && !narrow && (
            <IconLink icon="wallet" label={i18n._('Wallet')} to={addressOf('wallet')} />
          )}
          {isLoggedIn && (
            <IconLink
              icon="cart"
              label={i18n._(
                '{count, plural, =0 {Checkout, empty} one {Checkout, # item} other {Checkout, # items}}',
                { count },
              )}
              to={addressOf('checkout')}
            >
              {count > 0 && (
                <span className={styles.badge} aria-hidden="true">
                  {count}
                </span>
              )}
            </IconLink>
          )}
          {narrow ? (
            <Suspense fallback={<span className={styles.menu} />}>
              <NarrowMenu />
            </Suspense>
          ) : (
            <AccountLink />
          )}
        </div>
      </div>
    </header>
  );
}
