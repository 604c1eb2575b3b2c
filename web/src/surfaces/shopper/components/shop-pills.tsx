import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useMode } from '../model/mode';
import {
  appLabel,
  appPath,
  type ShopSection,
  shopLabel,
  shopPath,
  soldSections,
} from '../model/shop-sections';
import styles from './shop-pills.module.css';

/** Tabs of the shop with the merchant's names. In the app, they scroll horizontally above the list. */
export function ShopPills({ current }: { current: ShopSection }) {
  const phone = useMode() === 'mobile';
  const pill = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) pill.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav aria-label={i18n._('Shop')} className={phone ? styles.rail : undefined}>
      <ul className={styles.pills}>
        {soldSections().map((section) => (
          <li key={section.page}>
            <Link
              ref={section.page === current.page ? pill : null}
              className={styles.pill}
              to={phone ? appPath(section) : shopPath(section)}
              aria-current={section.page === current.page ? 'page' : undefined}
            >
              {phone ? appLabel(section) : shopLabel(section)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
