import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { site } from '@/shared/site/boot';
import { tagTarget } from '@/shared/site/routes';
import styles from './shop-pills.module.css';

/** The sub-pages of the shop that exist here; the merchant names them. */
export function ShopPills() {
  const pills = site()
    .shopItems.map((item) => ({ ...item, to: tagTarget('_SHOP', item.tag) }))
    .filter((item) => item.to !== null);
  return (
    <nav aria-label={i18n._('Shop')}>
      <ul className={styles.pills}>
        {pills.map((pill) => (
          <li key={pill.tag}>
            <Link
              className={styles.pill}
              to={pill.to ?? '/'}
              aria-current={pill.tag === '_WASHES' ? 'page' : undefined}
            >
              {pill.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
