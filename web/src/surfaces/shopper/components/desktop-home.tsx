import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { useLocationChoice } from '@/features/catalog/model/location-choice';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { addressOf } from '../table';
import { Carousel } from './carousel';
import styles from './desktop-home.module.css';
import { HomeVideo } from './home-video';
import { LocationStrip } from './location-strip';
import { Loyalty } from './loyalty';
import { Products } from './products';

/** Merchant's name for the wash list, if it is more specific than 'Washes'. */
function washesTitle(): string {
  const label = site().shopItems.find((item) => item.tag === '_WASHES')?.label ?? '';
  return label && label !== 'Washes' ? label : i18n._('Single washes');
}

export function DesktopHome() {
  const [locationId] = useLocationChoice();
  return (
    <div className={styles.home}>
      <HomeVideo />
      <Carousel />
      <Loyalty />
      <section className={styles.section} aria-labelledby="washes-title">
        <header className={styles.head}>
          <h2 id="washes-title">{washesTitle()}</h2>
          <Link className={styles.all} to={addressOf('washes')}>
            {i18n._('See all')}
            <span className="visually-hidden"> {washesTitle()}</span>
            <Icon name="arrow" size={20} />
          </Link>
        </header>
        <Products kind="washes" locationId={locationId} limit={4} />
      </section>
      <LocationStrip />
    </div>
  );
}
